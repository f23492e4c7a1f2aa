//! Walkers of a random walk, in Rust through laplace.h: `walkers record FILE` records them, without
//! arguments it serves tools on standard input and output.
use std::ffi::{c_char, c_void, CStr, CString};
use std::ptr::null;

#[repr(C)] struct Field { name: *const c_char, offset: u32, kind: u8, role: u8, cadence: u8, reserved: u8 }
#[repr(C)] struct Table { name: *const c_char, fields: *const Field, field_count: u32, stride: u32 }
#[repr(C)] struct Simulation {
    api_version: u32, step_numerator: u32, step_denominator: u32, table_count: u32, input_count: u32,
    name: *const c_char, version: *const c_char, build: *const c_char, tables: *const Table, inputs: *const Table,
}
#[repr(C)] struct Rows { base: *mut c_void, count: u64 }
#[repr(C)] struct Callbacks {
    start: extern "C" fn(u64) -> *mut c_void, step: extern "C" fn(*mut c_void, *const c_void, u32),
    rows: extern "C" fn(*mut c_void, *mut Rows), resize: *const c_void, restored: *const c_void,
    end: extern "C" fn(*mut c_void), cannot_restore: u32,
}
extern "C" {
    fn laplace_record(path: *const c_char, simulation: *const Simulation, seed: u64, rows: *const Rows) -> *mut c_void;
    fn laplace_step(recorder: *mut c_void, inputs: *const c_void, count: u32, rows: *const Rows, digest: *mut c_void) -> i32;
    fn laplace_finish(recorder: *mut c_void) -> i32;
    fn laplace_serve(simulation: *const Simulation, callbacks: *const Callbacks) -> i32;
    fn laplace_error() -> *const c_char;
}

#[repr(C)] #[derive(Clone, Copy)] struct Walker { x: f64, random: u64 }
struct Walk { walkers: Vec<Walker> }

impl Walk {
    fn new(seed: u64) -> Walk { Walk { walkers: (0..50).map(|i| Walker { x: 0.0, random: seed + i }).collect() } }
    fn step(&mut self) {
        for walker in &mut self.walkers {
            walker.random = walker.random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            walker.x += (walker.random >> 40) as f64 / (1u64 << 23) as f64 - 1.0;
        }
    }
    fn rows(&mut self) -> Rows { Rows { base: self.walkers.as_mut_ptr().cast(), count: self.walkers.len() as u64 } }
}

extern "C" fn start(seed: u64) -> *mut c_void { Box::into_raw(Box::new(Walk::new(seed))).cast() }
extern "C" fn step(run: *mut c_void, _: *const c_void, _: u32) { unsafe { &mut *run.cast::<Walk>() }.step() }
extern "C" fn rows(run: *mut c_void, rows: *mut Rows) { unsafe { *rows = (*run.cast::<Walk>()).rows() } }
extern "C" fn end(run: *mut c_void) { drop(unsafe { Box::from_raw(run.cast::<Walk>()) }) }

fn main() {
    let field = |name: &'static CStr, offset, kind, role| Field { name: name.as_ptr(), offset, kind, role, cadence: 0, reserved: 0 };
    let fields = [field(c"x", 0, 6, 2), field(c"random", 8, 3, 0)];
    let table = Table { name: c"walkers".as_ptr(), fields: fields.as_ptr(), field_count: 2, stride: 16 };
    let simulation = Simulation {
        api_version: 1, step_numerator: 1, step_denominator: 60, table_count: 1, input_count: 0, name: c"walkers".as_ptr(),
        version: c"1.0".as_ptr(), build: c"Rust".as_ptr(), tables: &table, inputs: null(),
    };
    let callbacks = Callbacks { start, step, rows, resize: null(), restored: null(), end, cannot_restore: 0 };
    let arguments: Vec<String> = std::env::args().collect();
    let status = unsafe {
        if arguments.len() == 1 { laplace_serve(&simulation, &callbacks) } else {
            let path = CString::new(arguments[2].as_str()).unwrap();
            let mut walk = Walk::new(1);
            let recorder = laplace_record(path.as_ptr(), &simulation, 1, &walk.rows());
            let mut status = recorder.is_null() as i32;
            for _ in 0..300 {
                if status != 0 { break }
                walk.step();
                status = laplace_step(recorder, null(), 0, &walk.rows(), std::ptr::null_mut());
            }
            if status == 0 { laplace_finish(recorder) } else { status }
        }
    };
    if status != 0 { eprintln!("walkers: {}", unsafe { CStr::from_ptr(laplace_error()) }.to_string_lossy()) }
    std::process::exit(status);
}
