"""Records simulations of NumPy arrays, verifies that they repeat, and reads recordings as arrays.

Needs the shared library LaplaceC, which ``swift build -c release --product LaplaceC`` makes: its path
is in the environment variable LAPLACE_LIBRARY, or the system finds it.

A state is a dictionary of structured arrays, a table each::

    balls = numpy.zeros(100, dtype=[("x", "f4"), ("y", "f4")])
    with laplace.Recorder("balls.mcap", "balls", {"balls": balls}) as recorder:
        for _ in range(600):
            step(balls)
            recorder.step({"balls": balls})

    laplace.Recording("balls.mcap").column("balls.x", after=99)   # a NumPy array
"""

import ctypes
import os
from ctypes import POINTER, byref, c_char_p, c_int32, c_int64, c_uint8, c_uint32, c_uint64, c_void_p

import numpy

__all__ = ["Error", "Recorder", "Recording"]

_TYPES = ["u1", "<u4", "<i4", "<u8", "<i8", "<f4", "<f8"]
_ROLES = {"x": 2, "y": 3}


class Error(Exception):
    """Something was refused, or failed; one line says what."""


class _Field(ctypes.Structure):
    _fields_ = [("name", c_char_p), ("offset", c_uint32), ("type", c_uint8), ("role", c_uint8),
                ("cadence", c_uint8), ("reserved", c_uint8)]


class _Table(ctypes.Structure):
    _fields_ = [("name", c_char_p), ("fields", POINTER(_Field)), ("field_count", c_uint32),
                ("stride", c_uint32)]


class _Simulation(ctypes.Structure):
    _fields_ = [("api_version", c_uint32), ("step_numerator", c_uint32),
                ("step_denominator", c_uint32), ("table_count", c_uint32),
                ("input_count", c_uint32), ("name", c_char_p), ("version", c_char_p),
                ("build", c_char_p), ("tables", POINTER(_Table)), ("inputs", POINTER(_Table))]


class _Rows(ctypes.Structure):
    _fields_ = [("base", c_void_p), ("count", c_uint64)]


class _Input(ctypes.Structure):
    _fields_ = [("kind", c_uint32), ("value", c_void_p)]


class _Digest(ctypes.Structure):
    _fields_ = [("low", c_uint64), ("high", c_uint64)]

    def __str__(self):
        return f"{self.high:016x}{self.low:016x}"


def _load():
    path = os.environ.get("LAPLACE_LIBRARY", "libLaplaceC.so")
    try:
        library = ctypes.CDLL(path)
    except OSError as error:
        raise Error(f"{error}; set LAPLACE_LIBRARY to the path of libLaplaceC.so") from None
    for name, result, *arguments in [
        ("record", c_void_p, c_char_p, POINTER(_Simulation), c_uint64, POINTER(_Rows)),
        ("step", c_int32, c_void_p, POINTER(_Input), c_uint32, POINTER(_Rows), POINTER(_Digest)),
        ("mark", c_int32, c_void_p, c_char_p),
        ("finish", c_int32, c_void_p),
        ("open", c_void_p, c_char_p),
        ("step_count", c_int64, c_void_p),
        ("digest_after", c_int32, c_void_p, c_int64, POINTER(_Digest)),
        ("column", c_int32, c_void_p, c_uint32, POINTER(c_char_p), POINTER(c_char_p),
         POINTER(c_uint8), POINTER(c_uint8)),
        ("read", c_int32, c_void_p, c_int64, c_uint32, c_void_p, c_uint64, POINTER(c_uint64)),
        ("close", None, c_void_p),
        ("error", c_char_p),
        ("api_version", c_uint32),
    ]:
        function = getattr(library, "laplace_" + name)
        function.restype, function.argtypes = result, arguments
    return library


_loaded = None


def _library():
    global _loaded
    if _loaded is None:
        _loaded = _load()
    return _loaded


def _check(status):
    if status != 0:
        raise Error(_library().laplace_error().decode())


def _tables(arrays):
    """Tables of arrays, and what has to live as long as they do."""
    tables, kept = (_Table * max(len(arrays), 1))(), []
    for index, (name, array) in enumerate(arrays.items()):
        dtype = numpy.asarray(array).dtype
        if dtype.names is None:
            raise Error(f"table '{name}' is no structured array: give it a dtype with names")
        fields = (_Field * len(dtype.names))()
        for field, key in zip(fields, dtype.names):
            kind, offset = dtype.fields[key][:2]
            text = "u1" if kind == numpy.bool_ else kind.str.replace("|", "")
            if text not in _TYPES:
                raise Error(f"table '{name}': '{key}' is {kind}; it may be u1, u4, i4, u8, i8, f4, f8, "
                            "the bytes in this machine's order")
            field.name, field.offset = key.encode(), offset
            field.type, field.role = _TYPES.index(text), _ROLES.get(key, 0) if text[-2] == "f" else 0
        tables[index] = _Table(name.encode(), fields, len(fields), dtype.itemsize)
        kept.append(fields)
    return tables, kept


# The recorders that are not finished, by the file's path and the process.
_open = {}


class Recorder:
    """Records a simulation, step by step; as a context, the file is whole at its end.

    A recorder of the same file that this process has not finished is finished first: a cell of a
    notebook can run again after an exception.
    """

    def __init__(self, path, name, state, *, seed=1, inputs=None, step=(1, 60), version="0"):
        """Begins with the state before the first step.

        ``inputs`` has the dtype of each kind of input; ``step`` is how many seconds a step lasts, as
        a fraction.
        """
        self._recorder, self._key = None, (os.path.realpath(os.fsdecode(path)), os.getpid())
        self._dtypes = {name: numpy.asarray(array).dtype for name, array in state.items()}
        self._kinds = {kind: numpy.dtype(dtype) for kind, dtype in (inputs or {}).items()}
        tables, kept = _tables(state)
        kinds, more = _tables({kind: numpy.zeros(1, dtype) for kind, dtype in self._kinds.items()})
        simulation = _Simulation(
            _library().laplace_api_version(), step[0], step[1], len(state), len(self._kinds),
            name.encode(), version.encode(), f"NumPy {numpy.__version__}".encode(), tables, kinds)
        rows, arrays = self._rows(state)
        if self._key in _open:
            _open[self._key].finish()
        self._recorder = _library().laplace_record(
            os.fsencode(path), byref(simulation), seed, rows)
        del kept, more, arrays
        if not self._recorder:
            raise Error(_library().laplace_error().decode())
        _open[self._key] = self

    def _rows(self, state):
        if list(state) != list(self._dtypes):
            raise Error(f"the tables are {', '.join(self._dtypes)}, in this order")
        arrays = []
        for name, array in state.items():
            array = numpy.asarray(array)
            if array.dtype != self._dtypes[name]:
                raise Error(f"table '{name}' has dtype {array.dtype}; the recorder was made with "
                            f"dtype {self._dtypes[name]}")
            if array.ndim != 1:
                raise Error(f"table '{name}' has shape {array.shape}; a table has one dimension, an "
                            "element for each row")
            # A copy, unless the rows lie one after the other.
            arrays.append(numpy.ascontiguousarray(array))
        return (_Rows * len(arrays))(*(_Rows(a.ctypes.data, a.size) for a in arrays)), arrays

    def _value(self, kind, value):
        """An input as an array of one element."""
        if kind not in self._kinds:
            raise Error(f"no input '{kind}'; there are {', '.join(self._kinds) or 'none'}")
        try:
            return numpy.array([tuple(value)], self._kinds[kind])
        except (TypeError, ValueError, OverflowError) as error:
            raise Error(f"input '{kind}' of {self._kinds[kind]}: {value!r}: {error}") from None

    def _writer(self):
        if not self._recorder:
            raise Error(f"{self._key[0]}: this recording is finished; make another Recorder")
        return self._recorder

    def step(self, state, inputs=()):
        """Records a step that was taken: ``inputs`` are pairs of a kind and a tuple of its numbers.

        Returns the digest of the state.
        """
        recorder = self._writer()
        rows, arrays = self._rows(state)
        values = [self._value(kind, value) for kind, value in inputs]
        given = (_Input * max(len(values), 1))(*(
            _Input(list(self._kinds).index(kind), value.ctypes.data)
            for (kind, _), value in zip(inputs, values)))
        digest = _Digest()
        _check(_library().laplace_step(recorder, given, len(values), rows, byref(digest)))
        del arrays
        return str(digest)

    def mark(self, text):
        """Notes ``text`` at the present step."""
        _check(_library().laplace_mark(self._writer(), text.encode()))

    def finish(self):
        """Completes the file."""
        recorder, self._recorder = self._recorder, None
        if recorder:
            _open.pop(self._key, None)
            _check(_library().laplace_finish(recorder))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.finish()


class Recording:
    """A recording of any simulation."""

    def __init__(self, path):
        self._recording = None
        self._recording = _library().laplace_open(os.fsencode(path))
        if not self._recording:
            raise Error(f"{path}: {_library().laplace_error().decode()}")
        self._columns = {}
        table, name, kind, cadence = c_char_p(), c_char_p(), c_uint8(), c_uint8()
        index = 0
        while _library().laplace_column(
                self._recording, index, byref(table), byref(name), byref(kind), byref(cadence)) == 0:
            key = ".".join(text for text in (table.value.decode(), name.value.decode()) if text)
            self._columns[key] = (index, numpy.dtype(_TYPES[kind.value]))
            index += 1

    def __len__(self):
        return _library().laplace_step_count(self._recording)

    @property
    def columns(self):
        """The names of all columns: ``balls.x``."""
        return list(self._columns)

    def digest(self, after):
        """The digest after a step; -1 is the state before the first one."""
        digest = _Digest()
        _check(_library().laplace_digest_after(self._recording, after, byref(digest)))
        return str(digest)

    def column(self, name, after):
        """A column after a step, as an array with an element for each row."""
        if name not in self._columns:
            raise Error(f"no column '{name}'; there are {', '.join(self._columns)}")
        index, dtype = self._columns[name]
        count, array = c_uint64(), numpy.zeros(0, dtype)
        while True:
            _check(_library().laplace_read(
                self._recording, after, index, array.ctypes.data, array.nbytes, byref(count)))
            if count.value == array.size:
                return array
            array = numpy.zeros(count.value, dtype)

    def __del__(self):
        if self._recording:
            _library().laplace_close(self._recording)
