//! Tables for Parquet: `pandas.read_parquet("sweep.parquet")`.

use std::io::{self, Write};
use std::sync::Arc;

use parquet::basic::{ConvertedType, Repetition, Type as Kind};
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::Type;

use super::super::result::SweepSpectra;
use super::table::{Column, Values};

pub(super) fn write(spectra: &SweepSpectra, file: &mut (impl Write + Send)) -> io::Result<()> {
    table(spectra, file).map_err(io::Error::other)
}

fn table(spectra: &SweepSpectra, file: &mut (impl Write + Send)) -> Result<(), ParquetError> {
    let columns = spectra.columns();
    let fields: Vec<_> = columns.iter().map(field).collect::<Result<_, _>>()?;
    let schema = Type::group_type_builder("sweep").with_fields(fields);
    let metadata = KeyValue::new("lyapax".to_owned(), spectra.metadata().json().to_string());
    let properties = WriterProperties::builder().set_key_value_metadata(Some(vec![metadata]));
    let (schema, properties) = (Arc::new(schema.build()?), Arc::new(properties.build()));
    let mut writer = SerializedFileWriter::new(file, schema, properties)?;
    let mut rows = writer.next_row_group()?;
    for column in columns {
        if let Some(writer) = rows.next_column()? {
            fill(writer, column.values)?;
        }
    }
    rows.close()?;
    writer.close()?;
    Ok(())
}

fn field(column: &Column) -> Result<Arc<Type>, ParquetError> {
    let (kind, meaning) = match column.values {
        Values::Numbers(_) => (Kind::DOUBLE, ConvertedType::NONE),
        Values::Counts(_) => (Kind::INT64, ConvertedType::NONE),
        Values::Words(_) => (Kind::BYTE_ARRAY, ConvertedType::UTF8),
    };
    let field = Type::primitive_type_builder(&column.name, kind)
        .with_repetition(Repetition::OPTIONAL)
        .with_converted_type(meaning);
    Ok(Arc::new(field.build()?))
}

fn fill(mut writer: SerializedColumnWriter<'_>, values: Values) -> Result<(), ParquetError> {
    /// Which are there, and those.
    fn split<T>(values: Vec<Option<T>>) -> (Vec<i16>, Vec<T>) {
        let levels = values.iter().map(|value| i16::from(value.is_some()));
        (levels.collect(), values.into_iter().flatten().collect())
    }
    match values {
        Values::Numbers(values) => {
            let (levels, values) = split(values);
            let column = writer.typed::<DoubleType>();
            column.write_batch(&values, Some(&levels), None)?;
        }
        Values::Counts(values) => {
            let (levels, values) = split(values);
            let values: Vec<i64> = values.into_iter().map(u64::cast_signed).collect();
            let column = writer.typed::<Int64Type>();
            column.write_batch(&values, Some(&levels), None)?;
        }
        Values::Words(values) => {
            let (levels, values) = split(values);
            let values: Vec<_> = values
                .into_iter()
                .map(|text| ByteArray::from(text.into_bytes()))
                .collect();
            let column = writer.typed::<ByteArrayType>();
            column.write_batch(&values, Some(&levels), None)?;
        }
    }
    writer.close()
}
