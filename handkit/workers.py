"""Work that is spread over the cores of a machine, or over any executor of the standard interface.

What comes out is the same, in the same order, however many take part: each task hangs on itself alone.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import threading
import warnings
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any, TypeVar

T = TypeVar("T")
R = TypeVar("R")
AHEAD = 4  # tasks that wait at each worker, so that none is idle
SOON = 0.1  # seconds for which a Ctrl-C may wait
FAR = 16  # workers of an executor that does not say how many it has
FORKS = sys.platform == "linux"  # elsewhere a process begins anew, and all that it needs must be sent


def spread(
    work: Callable[[T], R], tasks: Sequence[T], workers: int | None = None, executor: Executor | None = None
) -> Iterator[R]:
    """What `work` gives for each task, in the order of the tasks.

    work      what it does may hang on nothing but the task; what it changes elsewhere may be lost
    workers   how many processes; None for one a core. With one, all is done in this process
    executor  who does it instead: such as a `ProcessPoolExecutor`, or Dask's `client.get_executor()`

    Where work cannot be sent to another process, or there are none, it is done in this one, and a warning
    (RuntimeWarning) says so. Who stops reading stops the work: what has been begun is not waited for.
    """
    cores = 1 if sys.platform == "emscripten" else os.cpu_count() or 1  # a browser has no processes
    number = min(workers or cores, len(tasks))
    if executor is None and number < 2:
        return map(work, tasks)
    try:
        hands = _processes(work, number) if executor is None else _sent(work, executor)
    except _OneProcess as why:
        warnings.warn(f"{why}, so all is played in this process.", RuntimeWarning, stacklevel=4)
        return map(work, tasks)
    return _in_order(hands, tasks, AHEAD * (FAR if executor and not workers else number))


class _OneProcess(Exception):
    """Why work is done in this process."""


@dataclass(frozen=True)
class _Hands:
    """How one task is handed over, and how all ends."""

    submit: Callable[[Any], Future[Any]]
    end: Callable[[], None] = lambda: None


def _in_order(hands: _Hands, tasks: Sequence[Any], most: int) -> Iterator[Any]:
    """Results one by one, while at most so many tasks are under way."""
    waiting = deque[Future[Any]]()
    try:
        for task in tasks:
            with _interrupts_later():
                waiting.append(hands.submit(task))
            if len(waiting) >= most:
                yield _result(waiting.popleft())
        while waiting:
            yield _result(waiting.popleft())
    finally:
        with _interrupts_later():
            for future in waiting:
                future.cancel()
            hands.end()


def _result(future: Future[Any]) -> Any:
    while True:
        with _interrupts_later(), suppress(TimeoutError):
            future.exception(SOON)
        if future.done():
            return future.result()


@contextmanager
def _interrupts_later() -> Iterator[None]:
    """A Ctrl-C comes when the block has ended: in the midst of it, it could leave a lock of a future closed,
    and the thread that brings the results would wait for ever."""
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or before is None:
        yield
        return
    came = list[int]()
    signal.signal(signal.SIGINT, lambda number, frame: came.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if came:
            signal.raise_signal(signal.SIGINT)


# ── processes of this machine ──

_work: Callable[[Any], Any]  # in a worker: what it does


def _begin(work: Callable[[Any], Any]) -> None:
    """A worker begins. Ctrl-C is for the one who asked."""
    import signal

    global _work  # noqa: PLW0603 # a process does one thing
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _work = work


def _do(task: Any, work: Callable[[Any], Any] | None = None) -> Any:
    try:
        return (work or _work)(task)
    except Exception as error:
        raise _that_travels(error) from None


def _that_travels(error: Exception) -> Exception:
    """An error that can be told in another process: the same, or what it says."""
    try:
        pickle.loads(pickle.dumps(error))  # noqa: S301 # our own
    except Exception:  # as of one that takes other arguments than it keeps
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error


def _processes(work: Callable[[Any], Any], number: int) -> _Hands:
    """Processes of our own. A forked one has all that this one has, whatever it is."""
    try:
        import multiprocessing  # not everywhere, and it takes long
        from concurrent.futures import ProcessPoolExecutor

        if multiprocessing.current_process().daemon:
            raise NotImplementedError("this one is a worker itself")
        if not FORKS:
            pool = ProcessPoolExecutor(number)
            return _sent(work, pool, partial(pool.shutdown, wait=False, cancel_futures=True))
        pool = ProcessPoolExecutor(number, multiprocessing.get_context("fork"), _begin, (work,))
        with warnings.catch_warnings():
            # Python warns of threads that hold a lock when a process is forked. A worker only computes.
            warnings.filterwarnings("ignore", "This process .* is multi-threaded", DeprecationWarning)
            # A Ctrl-C while they begin waits: one that it ended half way would leave the others hanging.
            before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
            try:
                pool.submit(os.getpid)  # now all of them begin
            finally:
                signal.pthread_sigmask(signal.SIG_SETMASK, before)
    except (ImportError, NotImplementedError, OSError) as error:
        raise _OneProcess(f"No other process can be begun here ({error})") from None
    return _Hands(
        lambda task: pool.submit(_do, task), partial(pool.shutdown, wait=False, cancel_futures=True)
    )


# ── processes to which work is sent ──


def _sent(work: Callable[[Any], Any], executor: Executor, end: Callable[[], None] = lambda: None) -> _Hands:
    """An executor, perhaps on other machines. Whether the work arrives there is tried first."""
    packed = b""
    try:
        packed = _dumps()(work)
        why = executor.submit(_arrives, packed).result()
    except Exception as error:  # whatever somebody's own objects do when they are taken apart
        why = str(error)
    if why:
        end()
        raise _OneProcess(f"What plays here cannot be sent to another process ({why})")
    return _Hands(lambda task: executor.submit(_do_sent, packed, task), end)


def _dumps() -> Callable[[Any], bytes]:
    """How work is packed: with cloudpickle, where it is there, also what a notebook has defined."""
    try:
        from cloudpickle import dumps
    except ImportError:
        dumps = pickle.dumps
    return dumps  # type: ignore[no-any-return]


@lru_cache(4)
def _unpacked(sent: bytes) -> Callable[[Any], Any]:
    """Our own work, from the process that asks for it."""
    work: Callable[[Any], Any] = pickle.loads(sent)  # noqa: S301 # made by `_dumps` a moment ago
    return work


def _arrives(sent: bytes) -> str:
    """Why work cannot be unpacked here; "" if it can."""
    try:
        _unpacked(sent)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return ""


def _do_sent(sent: bytes, task: Any) -> Any:
    return _do(task, _unpacked(sent))
