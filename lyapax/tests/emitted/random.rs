//! Models written at random by `kernels-gen/tests/random_models.rs`.

twin! { Random0 {
    state x = 0.5, y = 0.25;
    param a = 1.5, b = -0.5;
    input u;
    #[jump] let r = min((a)^-1, -y);
    #[jump] coupling c = a * sum(((r - (a - w)) * ((r * w) + (src.x * 1)))) + sum(((heaviside(w) + (a + r)) * (if (r * w) != (r * src.x) { (x * a) } else { (if pi >= a || y > 0 { src.x } else { y[-1] }) })));
    #[jump] next(x) = (((if max((u * 2), (a + r)) < -(t * 0.1) || y > 0 { ((if a == 1 && x < 1 { x } else { b }) - (0.1)^3) } else { sigmoid(log10(y)) }) * min(((a - x) / r), r)) * ((x * (ceil(t))^2) + (((x + 1e-3) - mod(8.0 / 3.0, pi)) - ((b - r) - (u * x[+1]))))) + c;
    #[jump] next(y) = hypot(((((0.5 + r) * (u + x)) * ((b * 0.5) * -x[+1])) * ln(x)), (sinh(sign((r)^5)) / heaviside((pow(a, t) / (u / 3))))) - c * x + r * u * b;
    output e = -sqrt((0.1 + 1e-3));
} }

twin! { Random1 {
    state x = 0.5, y = 0.25;
    param a = 1.5, b = -0.5;
    input u;
    #[jump] let r = pow((a / x), (a * x));
    #[jump] coupling c = a * sum(sin(((1e-3 + 0.5) - ceil(src.x)))) + sum(exp(pow(-a, (y[-1] * x))));
    #[jump] dx/dt = (((sin((y - x)) / tan(x[+1])) * atan((b / (y / y)))))^-2 + c;
    #[jump] dy/dt = max((((atan2(2, 2) * (x[+1] - x[+1])) * (sqrt(1) - (b * y))) - (atan2((y)^2, (u - t)) - log10(mod(r, 1)))), (if 8.0 / 3.0 <= b || y > 0 { sinh(((2 + 3) * -x)) } else { ((hypot(x[+1], y) / pow(1e-3, t)) * ((x[+1] + y) * (1e-3 + a))) })) - c * x + r * u * b;
    output e = cos(((0.5 * 3) - b));
} }

twin! { Random2 {
    state x = 0.5, y = 0.25;
    param a = 1.5, b = -0.5;
    input u;
    #[jump] let r = -x;
    #[jump] coupling c = a * sum(src.y) + sum(w);
    #[jump] dx/dt = (if sign((max(-0.5, atan(y)) - ((x[+1])^5 - (x[+1] - 0.5)))) <= (cosh(((x[+1] * r) / 1e-3)) * (tan(min(0.5, x[+1])) - ((x * pi) * exp(b)))) { (if (-(u * a))^0.5 != ((heaviside(u) * (y * t)) - min((if 1e-3 == 1e-3 && x < 1 { y } else { 1e-3 }), acos(t))) { --(if r >= x { r } else { a }) } else { (((if t >= 0.1 && x < 1 { r } else { 2 }) / (if 3 >= a || y > 0 { x[+1] } else { b })) + (if -a < (y * r) || y > 0 { max(0.5, b) } else { (0.5 - 8.0 / 3.0) })) }) } else { (if ((if sigmoid(0.1) > (if a >= y && x < 1 { x[+1] } else { r }) { y } else { (x * 1e-3) }) / (floor(u) / (pi - 0.1))) == ceil(((if u >= u && x < 1 { 3 } else { a }) - (x[+1])^2)) { ((r - (x + r)) * -hypot(y, x)) } else { (b / -floor(b)) }) }) + c;
    #[jump] dy/dt = (if ((((r * u) * (y - x[+1])))^2 + (if ((r * u) + (0.1)^0.5) >= (if (b + r) != (x[+1] + b) || y > 0 { max(t, 1) } else { x }) && x < 1 { pow(exp(t), (if b == 1e-3 { a } else { x })) } else { ((b - t) * (if x[+1] != x[+1] || y > 0 { b } else { b })) })) == (pi / (atan((b / a)) - b)) { (cosh(heaviside((8.0 / 3.0 + a))) / ((if (3 + 8.0 / 3.0) <= (b - x) && x < 1 { (8.0 / 3.0 * 3) } else { (0.5 * x) }) * (sinh(x))^3)) } else { ((a * (pow(x[+1], t) - (if 0.5 > x || y > 0 { 1e-3 } else { r }))) / ((if (1e-3 - b) <= (8.0 / 3.0 - pi) && x < 1 { (if y >= 3 { pi } else { a }) } else { x[+1] }) / hypot(heaviside(x[+1]), cos(r)))) }) - c * x + r * u * b;
    output e = (x * 2);
} }

twin! { Random3 {
    state x = 0.5, y = 0.25;
    param a = 1.5, b = -0.5;
    input u;
    #[jump] let r = (if (0.1)^5 <= sigmoid(x) { (x + a) } else { (8.0 / 3.0 + x) });
    #[jump] coupling c = a * sum(heaviside(asin(cos(src.y)))) + sum(-sign(-y[-1]));
    #[jump] next(x) = pow(1, (tan(-(y - x[+1])) - atan(((3 * u) - (t * 3))))) + c;
    #[jump] next(y) = (y * ((1 - (b / -u)) - mod(min(a, b), exp((if 8.0 / 3.0 > b { x } else { 1 }))))) - c * x + r * u * b;
    output e = (min((if b >= a { r } else { y }), (0.5 / a)) / y);
} }

twin! { Random4 {
    state x = 0.5, y = 0.25;
    param a = 1.5, b = -0.5;
    input u;
    #[jump] let r = (if (pi * a) <= (a - x) || y > 0 { (pi + 8.0 / 3.0) } else { a });
    #[jump] coupling c = a * sum(pi) + sum((1 * ln(tanh(x))));
    #[jump] dx/dt = atan2(sigmoid(mod(((if b != u || y > 0 { x[+1] } else { t }) - (x * y)), hypot((b)^2, a))), (-((t + y))^-2 * ((if -u > max(b, pi) || y > 0 { hypot(t, a) } else { (x[+1])^0.5 }) + (1e-3 - (y + a))))) + c;
    #[jump] dy/dt = atan(-mod(((b * b) * u), ((y / a) - (if a <= 8.0 / 3.0 && x < 1 { 1e-3 } else { b })))) - c * x + r * u * b;
    output e = ln(((y)^0.5)^-1);
} }

twin! { Random5 {
    state x = 0.5, y = 0.25;
    param a = 1.5, b = -0.5;
    input u;
    #[jump] let r = x;
    #[jump] coupling c = a * sum(((r - 8.0 / 3.0) - sigmoid((r + x)))) + sum(-(sin(src.x) - (2 / y[-1])));
    #[jump] dx/dt = (((a + (x + -1e-3)))^0.5 * heaviside(hypot(pow(floor(r), (1 * 0.5)), (tan(1) + (x[+1] - 0.5))))) + c;
    #[jump] dy/dt = atan2((tanh(b))^-1, (-sinh((0.1 * 1)) + cbrt(((r / 1) - (3 / x[+1]))))) - c * x + r * u * b;
    output e = -((0.5 * 2) + (x - a));
} }

twin! { Random6 {
    state x = 0.5, y = 0.25;
    param a = 1.5, b = -0.5;
    input u;
    #[jump] let r = (if a >= (if 8.0 / 3.0 < 2 && x < 1 { 8.0 / 3.0 } else { a }) || y > 0 { 0.5 } else { exp(a) });
    #[jump] coupling c = a * sum(x) + sum((((r - a))^0.5 * ((1e-3 * w) + 0.1)));
    #[jump] next(x) = sigmoid(((u * ln(t)) - ((pow(0.1, r) + (8.0 / 3.0 - 3)))^2)) + c;
    #[jump] next(y) = (u * (u - 3)) - c * x + r * u * b;
    output e = -x;
} }

twin! { Random7 {
    state x = 0.5, y = 0.25;
    param a = 1.5, b = -0.5;
    input u;
    #[jump] let r = (cos(x) * (y / a));
    #[jump] coupling c = a * sum((if ((if a >= r { y[-1] } else { a }) * (src.y)^0.5) <= (if (a - a) >= sigmoid(w) && x < 1 { (8.0 / 3.0 - a) } else { (src.y + x) }) && x < 1 { (ceil(8.0 / 3.0) + (w * 1)) } else { sigmoid((if a >= src.x || y > 0 { a } else { 8.0 / 3.0 })) })) + sum((((if r < src.y { y[-1] } else { 0.5 }) * -r) - max((a + w), (2 / src.y))));
    #[jump] dx/dt = u + c;
    #[jump] dy/dt = (if (atan2(-(u)^7, atan((r / t))) + ln(((8.0 / 3.0 * r) - hypot(0.5, y)))) >= tanh((sin((y + x)) / tan((u * x)))) { (if (heaviside(mod(t, 1)) * (sign(x[+1]) - -pi)) < (((u)^3 / (x - x[+1])) - ((r * a) - (x)^7)) && x < 1 { (((x[+1] - y) * 3) - sin(sqrt(b))) } else { ((pi - sin(b)) + atan2((if 2 == b && x < 1 { b } else { y }), (a / 8.0 / 3.0))) }) } else { (-max((r - x[+1]), (if x == 3 && x < 1 { x } else { y })) - ((-a / pow(r, y)) * (atan(x[+1]))^7)) }) - c * x + r * u * b;
    output e = (((a - x) + (t * 1e-3)) * sigmoid((if r > a && x < 1 { b } else { x })));
} }

twin! { Random8 {
    state x = 0.5, y = 0.25;
    param a = 1.5, b = -0.5;
    input u;
    #[jump] let r = (x + a);
    #[jump] coupling c = a * sum(((-2 * sign(src.y)) + (if (1 - src.x) <= (0.5 - x) { exp(1e-3) } else { (0.1)^5 }))) + sum((((if a > x { 3 } else { r }))^3 - ((a)^2)^-1));
    #[jump] dx/dt = (((-(x[+1])^2 + ((t + a) + (a * 3))) / a))^5 + c;
    #[jump] dy/dt = -((((u - pi))^2)^7 + (atan2(max(u, y), -x) * ((2 / a) - (r * x[+1])))) - c * x + r * u * b;
    output e = (((t / 1) / log10(x)))^-1;
} }

twin! { Random9 {
    state x = 0.5, y = 0.25;
    param a = 1.5, b = -0.5;
    input u;
    #[jump] let r = (hypot(x, x) - (if y <= a || y > 0 { 8.0 / 3.0 } else { y }));
    #[jump] coupling c = a * sum(max(((y[-1] / y[-1]) - (src.y * a)), ((x - 3) * (y[-1] - pi)))) + sum((max(tanh(r), (if r >= y[-1] && x < 1 { src.x } else { r })) - ((1e-3 - y[-1]) * acos(x))));
    #[jump] next(x) = sin((x)^-1) + c;
    #[jump] next(y) = (acos(ceil(asin(y))))^-2 - c * x + r * u * b;
    output e = -(-y * (8.0 / 3.0 * u));
} }

twin! { Random10 {
    state x = 0.5, y = 0.25;
    param a = 1.5, b = -0.5;
    input u;
    #[jump] let r = -atan2(y, y);
    #[jump] coupling c = a * sum(exp(sigmoid(w))) + sum(-((x - a))^0.5);
    #[jump] dx/dt = (((0.5 * -(u - x[+1])) / x) - ((((r * t))^2 * ((u * t) - sinh(r))) - min(((3 - t) * (u)^-1), ((8.0 / 3.0 * x) + floor(b))))) + c;
    #[jump] dy/dt = (((((b / a))^0.5 - ln(log10(x[+1]))) - x) - ((((x + a) - 3) - (ln(r) - (u)^3)) - x[+1])) - c * x + r * u * b;
    output e = -((a - b) * 1e-3);
} }

twin! { Random11 {
    state x = 0.5, y = 0.25;
    param a = 1.5, b = -0.5;
    input u;
    #[jump] let r = (atan2(x, 0.1) / (a)^-1);
    #[jump] coupling c = a * sum(((if r < (y[-1] + a) || y > 0 { (if x == src.x { src.x } else { r }) } else { max(pi, r) }) * ((x - x) * (1 * y[-1])))) + sum((if (pow(y[-1], 8.0 / 3.0) - (if w < w || y > 0 { a } else { src.y })) <= ((src.x * r) * sigmoid(src.y)) { atan2(0.1, src.x) } else { 1 }));
    #[jump] dx/dt = tan(atan(((-x - (y - x)))^-1)) + c;
    #[jump] dy/dt = log10(hypot(((if (if y == y && x < 1 { r } else { t }) != -t || y > 0 { hypot(2, a) } else { -r }) * ((pi)^-1 * (u * 2))), -(-b + (b - x[+1])))) - c * x + r * u * b;
    output e = (tan((pi)^7) * ((3 * t) * (t + t)));
} }

twin! { Random12 {
    state x = 0.5, y = 0.25;
    param a = 1.5, b = -0.5;
    input u;
    #[jump] let r = ((if a <= 1e-3 && x < 1 { a } else { y }) + x);
    #[jump] coupling c = a * sum(((a + x) - (min(1e-3, x) - (w - w)))) + sum((ceil(-w))^2);
    #[jump] next(x) = x + c;
    #[jump] next(y) = ((8.0 / 3.0)^0.5 / log10((((pi)^-1 * (r)^3) - (max(2, 2) / (u - pi))))) - c * x + r * u * b;
    output e = -((a / 0.1) * (u - pi));
} }

twin! { Random13 {
    state x = 0.5, y = 0.25;
    param a = 1.5, b = -0.5;
    input u;
    #[jump] let r = (tanh(y) * (2 + x));
    #[jump] coupling c = a * sum((w - --w)) + sum(floor(r));
    #[jump] dx/dt = u + c;
    #[jump] dy/dt = pow(((r / ((u + 1e-3))^0.5))^3, (((sin(x[+1]) - -u) * (min(pi, u) * exp(b))) - ((ln(3) / (3 + 3)) / b))) - c * x + r * u * b;
    output e = (((8.0 / 3.0 - pi) - -a) - ((b - u))^7);
} }

twin! { Random14 {
    state x = 0.5, y = 0.25;
    param a = 1.5, b = -0.5;
    input u;
    #[jump] let r = (if asin(x) == sigmoid(x) && x < 1 { max(a, x) } else { (a)^5 });
    #[jump] coupling c = a * sum((((0.1 * r) * (1)^0.5) + sin(cos(src.x)))) + sum(src.y);
    #[jump] dx/dt = (x + (-cos((if y <= t { 0.5 } else { u })) - (((if x[+1] >= 1 { u } else { 1 }) - -y) * ((y - t) + (b / u))))) + c;
    #[jump] dy/dt = b - c * x + r * u * b;
    output e = -(u)^7;
} }

twin! { Random15 {
    state x = 0.5, y = 0.25;
    param a = 1.5, b = -0.5;
    input u;
    #[jump] let r = ceil((a * a));
    #[jump] coupling c = a * sum((cbrt(src.x) - (-src.x - (w + 1e-3)))) + sum((if hypot((src.x)^5, (w * r)) == (-0.5)^5 || y > 0 { y[-1] } else { log10((src.y - pi)) }));
    #[jump] next(x) = ((max((if u != t || y > 0 { (r * u) } else { a }), cbrt(-x)) / ceil((y - (2 + u)))) * b) + c;
    #[jump] next(y) = (-(((1 - u) * ceil(u)) + (pi - (t)^2)) + (if (atan2((r - 3), (b)^-2))^7 != ((x[+1] - (1 - 0.5)) - (y * min(x, a))) { sigmoid(sqrt((x - r))) } else { (((x * pi) - min(y, 8.0 / 3.0)) - (cbrt(a) - 3)) })) - c * x + r * u * b;
    output e = ln(((x * a) - abs(0.1)));
} }

twin! { Random16 {
    state x = 0.5, y = 0.25;
    param a = 1.5, b = -0.5;
    input u;
    #[jump] let r = ((y * y) - sigmoid(x));
    #[jump] coupling c = a * sum((w + ((src.x * a) + min(r, r)))) + sum((((src.y * y[-1]) - ceil(src.x)) * ((src.x - x))^7));
    #[jump] dx/dt = 0.5 + c;
    #[jump] dy/dt = (a)^3 - c * x + r * u * b;
    output e = asin((if pi == (x[+1] - y) && x < 1 { (r / 1) } else { (u / pi) }));
} }

twin! { Random17 {
    state x = 0.5, y = 0.25;
    param a = 1.5, b = -0.5;
    input u;
    #[jump] let r = a;
    #[jump] coupling c = a * sum(((r * sqrt(r)) / max((1)^-2, (y[-1] - 1)))) + sum(((-src.y / src.x) / (sigmoid(8.0 / 3.0) / (src.x * src.x))));
    #[jump] dx/dt = (tan((((r + a) * (u + 0.5)) / (if (b / x) <= atan2(x, a) || y > 0 { (a * 1e-3) } else { (t * x[+1]) }))))^5 + c;
    #[jump] dy/dt = (((max((b - r), (0.1 - a)) - ((a / y) * (x * y))) / (2 / (acos(0.5) - exp(x)))) * -((cos(x) + (u)^2) - ((1 / 2))^3)) - c * x + r * u * b;
    output e = r;
} }

twin! { Random18 {
    state x = 0.5, y = 0.25;
    param a = 1.5, b = -0.5;
    input u;
    #[jump] let r = ((0.5 / 2) - mod(x, a));
    #[jump] coupling c = a * sum(--(w - pi)) + sum((max(r, r) - ((1 * w) * src.x)));
    #[jump] next(x) = (sign((mod((t * 0.5), (t - 2)))^3) + 2) + c;
    #[jump] next(y) = (if max((((x[+1] + x[+1]) / -x[+1]) * u), a) <= (((max(0.1, 8.0 / 3.0) / (x / t)) - (min(u, 0.1) * (1 * x[+1]))) * (pow(y, (t)^7) - (max(x, u) / (pi * 2)))) || y > 0 { 0.1 } else { (u * ((-u)^3 / mod((2 * x), (r - x)))) }) - c * x + r * u * b;
    output e = (abs((a)^-2) + ((b / y) + (r * x)));
} }

twin! { Random19 {
    state x = 0.5, y = 0.25;
    param a = 1.5, b = -0.5;
    input u;
    #[jump] let r = mod((if y > a { 3 } else { 0.5 }), (0.5 + x));
    #[jump] coupling c = a * sum(atan2(((x * 3))^0.5, pow((x * pi), (0.5 * w)))) + sum((2 / ((if a != src.x { src.x } else { src.y }))^2));
    #[jump] dx/dt = ((if pi >= (if min((x[+1] + 1), heaviside(x)) == (if (x[+1] / u) >= acos(r) && x < 1 { (0.1 - u) } else { mod(b, x[+1]) }) { (x[+1] / sin(0.5)) } else { sqrt(mod(t, 1)) }) || y > 0 { -mod((r - t), log10(x[+1])) } else { (t * (if (y * y) <= (b * x) || y > 0 { (1e-3)^-2 } else { (a + x[+1]) })) }))^7 + c;
    #[jump] dy/dt = (atan2((((if y == y || y > 0 { 1 } else { 0.1 }) / asin(u)) - min((x[+1] / x), (y * a))), ln(8.0 / 3.0)) * sinh(ln(b))) - c * x + r * u * b;
    output e = t;
} }

twin! { Random20 {
    state x = 0.5, y = 0.25;
    param a = 1.5, b = -0.5;
    input u;
    #[jump] let r = cbrt((y - 8.0 / 3.0));
    #[jump] coupling c = a * sum(r) + sum(hypot(sin(cosh(x)), ((8.0 / 3.0 + 1) * (if pi < 0.1 && x < 1 { r } else { w }))));
    #[jump] dx/dt = (((--r)^2 - -((b / a) + floor(x))) / -(if (r * -y) != (cosh(0.5) - (if b < b { y } else { x[+1] })) && x < 1 { sign((0.5 - 2)) } else { -x })) + c;
    #[jump] dy/dt = (((((if x <= u && x < 1 { b } else { 0.5 }) - floor(3)))^5 * (((b / 0.1) / 0.1) + min(a, (if u < x[+1] || y > 0 { a } else { t })))) + ((((x)^5 - a) - (-t / (x[+1] / t))) * -floor((pi * u)))) - c * x + r * u * b;
    output e = sign((-x[+1] - ceil(x[+1])));
} }

twin! { Random21 {
    state x = 0.5, y = 0.25;
    param a = 1.5, b = -0.5;
    input u;
    #[jump] let r = (ceil(x) / (a - a));
    #[jump] coupling c = a * sum(((if (if 1 != src.y || y > 0 { a } else { w }) == -a && x < 1 { floor(r) } else { x }) * (1e-3 - (y[-1] - src.y)))) + sum((src.y)^-1);
    #[jump] next(x) = x + c;
    #[jump] next(y) = (a - sqrt((sinh((8.0 / 3.0 / x[+1])) * -(pi - 2)))) - c * x + r * u * b;
    output e = (if pow((if r != x || y > 0 { x[+1] } else { t }), (t * r)) <= (-x - (t - x[+1])) { ((b * u) - y) } else { (atan2(b, u) / (u * y)) });
} }

twin! { Random22 {
    state x = 0.5, y = 0.25;
    param a = 1.5, b = -0.5;
    input u;
    #[jump] let r = (y)^3;
    #[jump] coupling c = a * sum(((r * (w + 8.0 / 3.0)) / (atan2(y[-1], src.x))^-1)) + sum((r * ((x + r) - (pi + src.y))));
    #[jump] dx/dt = (ceil((t - ((1 - x) + (pi - y)))) - -(min(-x, (a / a)) - ((pi)^5 - (x / x[+1])))) + c;
    #[jump] dy/dt = r - c * x + r * u * b;
    output e = cos(y);
} }

twin! { Random23 {
    state x = 0.5, y = 0.25;
    param a = 1.5, b = -0.5;
    input u;
    #[jump] let r = exp((1 - a));
    #[jump] coupling c = a * sum((mod(x, (x + y[-1])) - ((w * a) / (a * x)))) + sum(((if 0.1 >= (x * r) && x < 1 { (src.y - y[-1]) } else { cosh(r) }) / (if (r - a) < (w)^-1 || y > 0 { -y[-1] } else { (src.x - w) })));
    #[jump] dx/dt = pow((1 - b), sinh(((if cosh(a) == (8.0 / 3.0 * a) || y > 0 { (u - 1e-3) } else { (u - pi) }))^3)) + c;
    #[jump] dy/dt = -sign((-max(r, 8.0 / 3.0))^-1) - c * x + r * u * b;
    output e = sigmoid(((u - b) / -u));
} }
