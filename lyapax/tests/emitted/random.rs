// Models written at random by `kernels-gen/tests/random_models.rs`.

twin! { Random0 {
    state x = 0.5, y = 0.25;
    param a = 1.5, b = -0.5;
    input u;
    #[jump] let r = -hypot(a, a);
    #[jump] coupling c = a * sum((hypot((src.x / w), cos(w)) / src.y)) + sum(w);
    #[jump] next(x) = (b / -floor((if (b * r) < (u / a) { (y / y) } else { (y)^2 }))) + c;
    #[jump] next(y) = mod(((-(r + a))^2 - ((if (r)^3 >= (a * b) || y > 0 { (t + x) } else { (1 / t) }) - ((if b == 1e-3 { a } else { x }) + (b * r)))), (if (if tanh((b * b)) <= (2 * sqrt(t)) || y > 0 { b } else { (if (y * b) <= -1 { heaviside(8.0 / 3.0) } else { t }) }) >= ((if (3 + 8.0 / 3.0) <= (b - x) && x < 1 { (8.0 / 3.0 * 3) } else { (0.5 * x) }) * (sinh(x))^3) && x < 1 { ((a * (y * x[+1])) - ((if 0.5 > x || y > 0 { 1e-3 } else { r }) / (x[+1] / x))) } else { -(atan2(8.0 / 3.0, x) * (if y >= 3 { pi } else { a })) })) - c * x + r * u * b;
    output e = (x * 2);
} }

twin! { Random1 {
    state x = 0.5, y = 0.25;
    param a = 1.5, b = -0.5;
    input u;
    #[jump] let r = (if (y * a) >= (0.5 * y) && x < 1 { log10(x) } else { (if x <= y { x } else { y }) });
    #[jump] coupling c = a * sum((((src.y / x) * 0.5) * ((src.y - src.y) + cos(x)))) + sum(sign((if atan2(y[-1], 1) >= (r * src.x) && x < 1 { -w } else { (0.5 - x) })));
    #[jump] dx/dt = -((-(y * r) - heaviside((r + pi))) + ((if (0.5 - 1e-3) > sin(1) || y > 0 { (r + u) } else { (t)^-1 }) * ((0.5 - y) - cosh(r)))) + c;
    #[jump] dy/dt = (t)^2 - c * x + r * u * b;
    output e = 0.1;
} }

twin! { Random2 {
    state x = 0.5, y = 0.25;
    param a = 1.5, b = -0.5;
    input u;
    #[jump] let r = ((y * a) * 1e-3);
    #[jump] coupling c = a * sum((if ((a + w) - -0.5) == -(w / 0.5) { (acos(src.x) * src.y) } else { ((if src.x <= src.y { r } else { r }) + (3 + r)) })) + sum(((if (a - a) >= sigmoid(w) && x < 1 { (8.0 / 3.0 - a) } else { (src.y + x) }) - (atan(a) / w)));
    #[jump] dx/dt = (heaviside(mod(((a)^5 * r), sign((8.0 / 3.0 * t)))) / ((((x - x[+1]) - (u * x)) + -(x)^7))^3) + c;
    #[jump] dy/dt = -ln((if ln((3 - x)) <= sqrt((if u == x || y > 0 { pi } else { 0.5 })) || y > 0 { ((y / x[+1]) + 1) } else { (if (t - b) > (r - 0.5) || y > 0 { sinh(t) } else { -t }) })) - c * x + r * u * b;
    output e = (tanh(-a) + ((2 + x[+1]) - (x[+1] * y)));
} }

twin! { Random3 {
    state x = 0.5, y = 0.25;
    param a = 1.5, b = -0.5;
    input u;
    #[jump] let r = ((y * x) - y);
    #[jump] coupling c = a * sum(tan(((src.y)^7 * 1e-3))) + sum((atan2(min(y[-1], src.y), (if 0.1 > w || y > 0 { x } else { a })) - -cbrt(w)));
    #[jump] next(x) = ((-a / y))^5 + c;
    #[jump] next(y) = sigmoid(((ln((r)^-1) * -sign(y)) * (2 - ((b - y) - -y)))) - c * x + r * u * b;
    output e = ((x[+1] - atan2(a, 1)) * (if (x[+1] * r) != -a { (0.1 / x) } else { a }));
} }

twin! { Random4 {
    state x = 0.5, y = 0.25;
    param a = 1.5, b = -0.5;
    input u;
    #[jump] let r = ((x - a))^-2;
    #[jump] coupling c = a * sum(ceil(((if y[-1] == src.x { src.x } else { r }) - 1))) + sum((src.y - sigmoid((a * src.y))));
    #[jump] dx/dt = (-(tanh((x / x)) / (8.0 / 3.0 * (b / 1e-3))) - (((-r - (3 - r)) * sigmoid((a * 8.0 / 3.0))) + (if (atan2(u, r))^-1 < min((1e-3 * u), (0.1 * t)) && x < 1 { log10((t / x)) } else { (heaviside(a) * (x[+1] * b)) }))) + c;
    #[jump] dy/dt = ((((min(8.0 / 3.0, x) * (u / 3)) - ((r - 0.1))^2) - 3) + (cbrt(r) - (--t + min(b, abs(r))))) - c * x + r * u * b;
    output e = (-u)^2;
} }

twin! { Random5 {
    state x = 0.5, y = 0.25;
    param a = 1.5, b = -0.5;
    input u;
    #[jump] let r = (y + (x - x));
    #[jump] coupling c = a * sum((if (floor(y[-1]) - (x)^-2) <= 8.0 / 3.0 || y > 0 { ((2 - 0.1) - atan2(8.0 / 3.0, src.x)) } else { (3 * pow(w, x)) })) + sum(((w * (src.y * 0.1)) - ((if r <= 3 && x < 1 { y[-1] } else { src.y }) * (a * a))));
    #[jump] dx/dt = (-(y - (if (a * 3) > mod(t, r) { mod(t, x) } else { (a * y) })) + x[+1]) + c;
    #[jump] dy/dt = (((((if u != x[+1] && x < 1 { y } else { b }) * (b - 0.1)) - pow(-b, sigmoid(r))) - (if exp(sinh(b)) >= mod((1 + a), mod(x, r)) || y > 0 { (if (1 - u) == t || y > 0 { (r - y) } else { (x[+1] * b) }) } else { atan((1e-3)^-2) })) * (x[+1] * ((atan2(a, x) - -t) * ((y / x[+1]) + (0.1 / t))))) - c * x + r * u * b;
    output e = asin(-(b + y));
} }

twin! { Random6 {
    state x = 0.5, y = 0.25;
    param a = 1.5, b = -0.5;
    input u;
    #[jump] let r = 1;
    #[jump] coupling c = a * sum((sin(cosh(src.x)) / pi)) + sum((src.y / sqrt(sqrt(1e-3))));
    #[jump] next(x) = r + c;
    #[jump] next(y) = y - c * x + r * u * b;
    output e = (sign(heaviside(t)) * ((if r == b || y > 0 { r } else { r }) * asin(1)));
} }

twin! { Random7 {
    state x = 0.5, y = 0.25;
    param a = 1.5, b = -0.5;
    input u;
    #[jump] let r = ((x)^3 + (if 8.0 / 3.0 == y || y > 0 { x } else { a }));
    #[jump] coupling c = a * sum((((pi)^7 - (r - 0.1)) * (if atan2(src.y, src.x) < (1 - y[-1]) || y > 0 { exp(pi) } else { (r - 1) }))) + sum(-3);
    #[jump] dx/dt = ((exp(t))^5 - atan(((hypot(b, 1e-3) - min(x, 2)) * max((a - x), (0.5 * y))))) + c;
    #[jump] dy/dt = ((((cos(t) / (8.0 / 3.0 - x[+1])) / ((8.0 / 3.0 * 0.1) + (r)^3)))^5 / (-((if y < b || y > 0 { u } else { u }) - (if 0.1 < x || y > 0 { b } else { x[+1] })) + (((r - u) * u) + ((b)^7 - (x)^3)))) - c * x + r * u * b;
    output e = r;
} }

twin! { Random8 {
    state x = 0.5, y = 0.25;
    param a = 1.5, b = -0.5;
    input u;
    #[jump] let r = (-y + x);
    #[jump] coupling c = a * sum((if -mod(w, x) != ((x)^2 * (src.y + src.y)) { ((a - 8.0 / 3.0) - mod(8.0 / 3.0, 2)) } else { (if (src.y / src.y) >= (y[-1])^-1 { (3 * w) } else { (x / 0.1) }) })) + sum((if (heaviside(a) - (if y[-1] == 3 && x < 1 { x } else { x })) >= (src.y)^7 || y > 0 { ((3 - x) * (src.y / r)) } else { (cbrt(a) - (y[-1] * r)) }));
    #[jump] dx/dt = atan2(((max(mod(b, x), sin(x[+1])) - ((2 - u) - (t + u))) * (tanh((x[+1] * b)) / ceil((t - a)))), (b * (((y * x[+1]) + (x - 2)))^-2)) + c;
    #[jump] dy/dt = (u - (a)^-1) - c * x + r * u * b;
    output e = (((3 * u) - 3) * (if (x[+1] / x[+1]) == (t)^-2 { (pi / pi) } else { (8.0 / 3.0)^-1 }));
} }

twin! { Random9 {
    state x = 0.5, y = 0.25;
    param a = 1.5, b = -0.5;
    input u;
    #[jump] let r = exp((x * x));
    #[jump] coupling c = a * sum((1 * floor((y[-1] - src.x)))) + sum(((3 * hypot(x, 8.0 / 3.0)) * r));
    #[jump] next(x) = u + c;
    #[jump] next(y) = ((ln((if (b)^7 <= (0.5 - a) || y > 0 { (0.5 * 1e-3) } else { sin(3) })) * -x) - tanh(atan2(-(u / t), ln((u)^2)))) - c * x + r * u * b;
    output e = (x * u);
} }

twin! { Random10 {
    state x = 0.5, y = 0.25;
    param a = 1.5, b = -0.5;
    input u;
    #[jump] let r = (-x * (if 2 <= a || y > 0 { a } else { y }));
    #[jump] coupling c = a * sum((((3 / x) + (if 1 >= 1 && x < 1 { 0.5 } else { x })) + -(w - 8.0 / 3.0))) + sum(src.x);
    #[jump] dx/dt = ceil(min((((b * a) - (1 * t)) - (b - cosh(u))), (0.5 * ((if 0.5 < x[+1] || y > 0 { 3 } else { u }) - sqrt(3))))) + c;
    #[jump] dy/dt = (0.5)^5 - c * x + r * u * b;
    output e = (sin((if t > r { 0.1 } else { x[+1] })) - u);
} }

twin! { Random11 {
    state x = 0.5, y = 0.25;
    param a = 1.5, b = -0.5;
    input u;
    #[jump] let r = -(y)^-1;
    #[jump] coupling c = a * sum((sqrt((pi)^0.5) * -ln(src.x))) + sum(((ceil(x) + (3 * y[-1])) - min((src.x + src.y), abs(w))));
    #[jump] dx/dt = ((max(((x[+1] - x) + t), ((if u >= x[+1] || y > 0 { a } else { u }) * tanh(b))) + (if (if (if r != x { b } else { 2 }) < (y)^2 && x < 1 { (r - 8.0 / 3.0) } else { heaviside(2) }) < ((u * r) * (if 2 >= y { r } else { 2 })) { atan2((3 * y), 0.5) } else { ((x + y))^0.5 })) - ((sign(-b) - (t * -r)) * a)) + c;
    #[jump] dy/dt = sign(-(mod((x / 0.1), (3 * u)) + ((0.1 / x[+1]))^2)) - c * x + r * u * b;
    output e = r;
} }

twin! { Random12 {
    state x = 0.5, y = 0.25;
    param a = 1.5, b = -0.5;
    input u;
    #[jump] let r = ((2 - a) * (a - x));
    #[jump] coupling c = a * sum((floor((w)^-2) * y[-1])) + sum(mod(mod((src.y - 1), (a)^-2), w));
    #[jump] next(x) = -ln(b) + c;
    #[jump] next(y) = ((if floor(((r + x[+1]))^2) > -((a)^2 * 0.5) { (if min((x[+1] * x[+1]), pow(1, x[+1])) > ((b / t) - atan2(y, y)) && x < 1 { ((0.1 * b) * -a) } else { ((1e-3 * u))^5 }) } else { b }) - ((((a)^5 * (0.1 * x)) / (if (b - b) < (y + u) { (y + a) } else { (r - y) })) - asin((-b + b)))) - c * x + r * u * b;
    output e = (-sinh(a) - (if sign(3) != (u * 3) && x < 1 { (r - y) } else { (8.0 / 3.0 + 1) }));
} }

twin! { Random13 {
    state x = 0.5, y = 0.25;
    param a = 1.5, b = -0.5;
    input u;
    #[jump] let r = ((y * 0.1) / -0.5);
    #[jump] coupling c = a * sum((((a + 3) + src.y))^5) + sum((tanh(-a) + ((1e-3 / 3) * (y[-1] / src.y))));
    #[jump] dx/dt = (tanh(-(3 - b)) - (if (((u - pi) + t) - -(r + t)) < ceil((cos(x) * -1e-3)) && x < 1 { (sin((1e-3 + b)) / cbrt(b)) } else { (a)^2 })) + c;
    #[jump] dy/dt = -(floor((exp(x) / (t * b))) * sqrt(((a - y) * b))) - c * x + r * u * b;
    output e = (hypot((a - u), (2 + x)) * (if (x[+1] / x[+1]) < (a - 0.5) { (t * t) } else { (a - t) }));
} }

twin! { Random14 {
    state x = 0.5, y = 0.25;
    param a = 1.5, b = -0.5;
    input u;
    #[jump] let r = a;
    #[jump] coupling c = a * sum(tan(hypot((x)^3, (x - pi)))) + sum((--2 * (tan(pi) + (2 / 2))));
    #[jump] dx/dt = (((((u / t) + (3 - 1)) - (x[+1] + (a / u))) - (a + (if -1 != (y / 1e-3) && x < 1 { (y / u) } else { (b / x[+1]) }))) + ((1e-3 + ((a - u) - sin(0.1))) * -((if r <= x[+1] { t } else { u }) * (x[+1])^2))) + c;
    #[jump] dy/dt = -(x[+1] * b) - c * x + r * u * b;
    output e = (((y - t) * (if b > t { x } else { 1 })) * (if min(8.0 / 3.0, 0.1) == ceil(2) && x < 1 { (t - y) } else { (r)^0.5 }));
} }

twin! { Random15 {
    state x = 0.5, y = 0.25;
    param a = 1.5, b = -0.5;
    input u;
    #[jump] let r = x;
    #[jump] coupling c = a * sum(y[-1]) + sum(((ln(1e-3) * a) + ((y[-1] + x) * (if 1e-3 > w && x < 1 { src.y } else { a }))));
    #[jump] next(x) = 1e-3 + c;
    #[jump] next(y) = ((floor(ln((x * 2))) - r))^7 - c * x + r * u * b;
    output e = (min((r * a), (b + r)) * tan((0.5 + 0.5)));
} }

twin! { Random16 {
    state x = 0.5, y = 0.25;
    param a = 1.5, b = -0.5;
    input u;
    #[jump] let r = (cos(a) - a);
    #[jump] coupling c = a * sum(((acos(r) - (a / src.y)))^2) + sum((y[-1] - -w));
    #[jump] dx/dt = -(((-u * (if b <= x && x < 1 { 8.0 / 3.0 } else { y })) * -(r)^-2) - (-(b * x[+1]) + hypot(max(x[+1], b), (if t <= r || y > 0 { 0.1 } else { y })))) + c;
    #[jump] dy/dt = (y * (((a * t) / -8.0 / 3.0) + (((u - a) / -x[+1]) - ((b / y) / (0.5 / u))))) - c * x + r * u * b;
    output e = y;
} }

twin! { Random17 {
    state x = 0.5, y = 0.25;
    param a = 1.5, b = -0.5;
    input u;
    #[jump] let r = (atan(x) * (x * a));
    #[jump] coupling c = a * sum((((w - a) - (if a != 0.1 && x < 1 { src.x } else { src.y })) * -(r * x))) + sum(a);
    #[jump] dx/dt = t + c;
    #[jump] dy/dt = atan(atan2(acos(r), (((8.0 / 3.0 * x) * (if u != y || y > 0 { 8.0 / 3.0 } else { u })) - ((b - x) - sinh(t))))) - c * x + r * u * b;
    output e = (mod((b + y), (8.0 / 3.0 - a)) + x[+1]);
} }

twin! { Random18 {
    state x = 0.5, y = 0.25;
    param a = 1.5, b = -0.5;
    input u;
    #[jump] let r = ((y + x) * (x * 3));
    #[jump] coupling c = a * sum(((-pi * src.x))^-1) + sum(max(((r * src.x) * src.y), 8.0 / 3.0));
    #[jump] next(x) = ((((asin(0.1) + (8.0 / 3.0)^-2) * (r + t)) - -((r * 2) - (u - r))) * (if ((exp(u) / (a + t)) * 0.1) < (((8.0 / 3.0 - b) * (1 + 1)) - (if (y - 1) > t && x < 1 { (y - 3) } else { ln(8.0 / 3.0) })) || y > 0 { u } else { 3 })) + c;
    #[jump] next(y) = sign(((abs((3 - pi)) - (max(r, a))^0.5) * (if floor(t) == (1e-3 * (a - pi)) { a } else { pow((b / r), sin(x)) }))) - c * x + r * u * b;
    output e = ln(cos((3 - u)));
} }

twin! { Random19 {
    state x = 0.5, y = 0.25;
    param a = 1.5, b = -0.5;
    input u;
    #[jump] let r = ((y)^-1 * -y);
    #[jump] coupling c = a * sum(-((src.x - 8.0 / 3.0) * 2)) + sum(a);
    #[jump] dx/dt = (hypot(((b - x))^-2, (((t / u) / (t - r)) * ((x - x) + (if a >= a && x < 1 { 3 } else { r })))) - (r * (if (atan(a) - (t * a)) <= sigmoid(8.0 / 3.0) { sinh(-r) } else { x }))) + c;
    #[jump] dy/dt = (-sigmoid(((r / b) - min(b, 8.0 / 3.0))) * -2) - c * x + r * u * b;
    output e = r;
} }

twin! { Random20 {
    state x = 0.5, y = 0.25;
    param a = 1.5, b = -0.5;
    input u;
    #[jump] let r = ((a * x) / (y * x));
    #[jump] coupling c = a * sum(acos(((if pi >= x || y > 0 { src.x } else { w }) - (w - src.x)))) + sum((((x * src.y) * (r - w)) * ((w - a) * src.x)));
    #[jump] dx/dt = (x / -(-pow(y, 0.5))^3) + c;
    #[jump] dy/dt = u - c * x + r * u * b;
    output e = (((a * x) - (if t < u { 0.5 } else { u })) - ((if r < b { 0.5 } else { r }) / (a / 8.0 / 3.0)));
} }

twin! { Random21 {
    state x = 0.5, y = 0.25;
    param a = 1.5, b = -0.5;
    input u;
    #[jump] let r = ((a)^0.5)^3;
    #[jump] coupling c = a * sum((cos(sinh(r)) * (src.y + hypot(src.y, w)))) + sum(ceil(((2 / a))^0.5));
    #[jump] next(x) = ((atan2(((b - x[+1]) * (x * 1e-3)), exp((3 * a))))^-1 + 1e-3) + c;
    #[jump] next(y) = ((heaviside(x[+1]) - -max(sigmoid(2), (a - t))) * (-cbrt(sin(x)) + pi)) - c * x + r * u * b;
    output e = asin(((x[+1] + u) / (1)^2));
} }

twin! { Random22 {
    state x = 0.5, y = 0.25;
    param a = 1.5, b = -0.5;
    input u;
    #[jump] let r = ((0.1 * y) + a);
    #[jump] coupling c = a * sum((if ((a * src.x) / (0.5 * y[-1])) == (x - -a) && x < 1 { w } else { ((y[-1] - src.x) * (x * a)) })) + sum(max(exp((r)^-2), (if (w * 2) <= (src.y * r) { a } else { asin(y[-1]) })));
    #[jump] dx/dt = log10(tan(r)) + c;
    #[jump] dy/dt = sign(((((b / x[+1]) + -3) / (-1)^7) / r)) - c * x + r * u * b;
    output e = (exp(min(x, x[+1])) - ((y + y) * (r)^-1));
} }

twin! { Random23 {
    state x = 0.5, y = 0.25;
    param a = 1.5, b = -0.5;
    input u;
    #[jump] let r = sqrt(sqrt(a));
    #[jump] coupling c = a * sum((((if 3 <= 2 && x < 1 { y[-1] } else { w }) / (pi - a)) / ((a - src.x) - (src.y + r)))) + sum(r);
    #[jump] dx/dt = t + c;
    #[jump] dy/dt = sin(exp(sinh(((0.1 * pi) * (u * y))))) - c * x + r * u * b;
    output e = tan(sin(heaviside(t)));
} }
