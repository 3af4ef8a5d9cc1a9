"""Holds what `headwater watch --otlp` sends against the protocol's own messages, with collectors that are late, away or unwilling."""

import base64
import collections
import http.server
import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import threading
import time

import pytest
from google.protobuf import json_format
from opentelemetry.proto.collector.metrics.v1 import metrics_service_pb2
from opentelemetry.proto.collector.trace.v1 import trace_service_pb2

ROOT = pathlib.Path(__file__).resolve().parents[2]
HEADWATER = pathlib.Path(os.environ.get("HEADWATER", ROOT / ".build/debug/headwater"))
NUMBERS = 400
PROGRAM = """import Foundation
import RxSwift

struct Odd: Error {}
let numbers = PublishSubject<Int>()
let subscription = numbers
  .map { $0 * 2 }
  .subscribe(onNext: { _ in })
_ = numbers.map { if $0 == 7 { throw Odd() } else { return $0 } }.subscribe(onNext: { _ in }, onError: { _ in })
print("begins")
fflush(nil)
// Somebody who has a test to make lets it go on.
while CommandLine.arguments.count > 1, access(CommandLine.arguments[1], F_OK) != 0 { usleep(10_000) }
for number in 1...%d { numbers.onNext(number) }
subscription.dispose()
""" % NUMBERS


def with_bytes(message):
    """The same JSON as protobuf's own mapping has it: OpenTelemetry's has identifiers in hexadecimal."""
    if isinstance(message, dict):
        return {
            key: base64.b64encode(bytes.fromhex(value)).decode() if key in ("traceId", "spanId", "parentSpanId")
            else with_bytes(value) for key, value in message.items()
        }
    return [with_bytes(part) for part in message] if isinstance(message, list) else message


class Collector:
    """A receiver that reads each request as the protocol's own messages, and answers as a test wants it to."""

    def __init__(self, answer=lambda number, path: (200, {}, {}), port=0):
        self.spans, self.metrics, self.problems, self.asked = [], [], [], 0
        collector, lock = self, threading.Lock()

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                with lock:
                    collector.asked += 1
                    number = collector.asked
                answered = answer(number, self.path)
                if answered is None:
                    # Closed without an answer.
                    self.close_connection = True
                    self.connection.shutdown(socket.SHUT_RDWR)
                    return
                status, fields, message = answered
                if status == 200:
                    with lock:
                        collector.take(self.path, self.headers, body)
                text = json.dumps(message).encode()
                self.send_response(status)
                for name, value in {**fields, "Content-Type": "application/json", "Content-Length": len(text)}.items():
                    self.send_header(name, str(value))
                self.end_headers()
                try:
                    self.wfile.write(text)
                except BrokenPipeError:
                    # Nobody waits any more.
                    pass

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", port), Handler)
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def take(self, path, headers, body):
        try:
            assert headers["Content-Type"] == "application/json" and len(body) < 4 << 20
            message = with_bytes(json.loads(body))
            if path == "/v1/traces":
                request = json_format.ParseDict(message, trace_service_pb2.ExportTraceServiceRequest())
                self.spans += [s for r in request.resource_spans for scope in r.scope_spans for s in scope.spans]
            else:
                assert path == "/v1/metrics", path
                request = json_format.ParseDict(message, metrics_service_pb2.ExportMetricsServiceRequest())
                self.metrics.append([m for r in request.resource_metrics for s in r.scope_metrics for m in s.metrics])
        except Exception as problem:
            self.problems.append(repr(problem))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()


def names(spans):
    return collections.Counter(span.name for span in spans)


def attributes(spans):
    return {a.key: a.value.string_value or a.value.int_value for a in spans.attributes}


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """A folder with the program, its recording, and how often each call is in that."""
    folder = tmp_path_factory.mktemp("run")
    (folder / "numbers.swift").write_text(PROGRAM)
    subprocess.run([HEADWATER, "record", "-o", "run.hwtrace", "numbers.swift"], cwd=folder, check=True)
    shown = subprocess.run(
        [HEADWATER, "show", "run.hwtrace", "--format", "otlp"], cwd=folder, check=True, capture_output=True, text=True)
    whole = Collector()
    whole.server.server_close()
    for line in shown.stdout.splitlines():
        whole.take("/v1/traces", {"Content-Type": "application/json"}, line.encode())
    assert not whole.problems
    return folder, names(whole.spans)


def watch(folder, port, *what):
    return subprocess.run(
        [HEADWATER, "watch", *(what or ["run.hwtrace"]), "--otlp", f"http://127.0.0.1:{port}", "--every", "0.1"],
        cwd=folder, capture_output=True, text=True)


def free_port():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


def check(collector, calls):
    """All calls have arrived once, as spans of one trace, each below another one that is there."""
    assert collector.problems == []
    assert names(collector.spans) == calls
    assert len({span.trace_id for span in collector.spans}) == 1
    identifiers = {span.span_id for span in collector.spans}
    assert len(identifiers) == len(collector.spans)
    roots = [span for span in collector.spans if not span.parent_span_id]
    assert [span.name for span in roots] == ["run"]
    assert all(span.parent_span_id in identifiers for span in collector.spans if span.parent_span_id)
    assert all(span.start_time_unix_nano <= span.end_time_unix_nano for span in collector.spans)


def test_spans_and_metrics(run):
    folder, calls = run
    with Collector() as collector:
        result = watch(folder, collector.port)
    assert result.returncode == 0 and f"{calls.total()} spans sent\n" in result.stderr, result.stderr
    assert "the program has ended" in result.stdout
    check(collector, calls)
    failed = [span for span in collector.spans if span.status.code == 2]
    assert failed and all("Odd" in span.status.message for span in failed)
    last = {metric.name: metric for metric in collector.metrics[-1]}
    assert set(last) == {f"rx.stage.{name}" for name in ("subscriptions", "in", "out", "errors", "closure.time", "open")}
    for name in ("subscriptions", "in", "out", "errors", "closure.time"):
        assert last[f"rx.stage.{name}"].sum.is_monotonic and last[f"rx.stage.{name}"].sum.aggregation_temporality == 2
    points = last["rx.stage.in"].sum.data_points
    counts = {(attributes(p)["rx.stage"], attributes(p)["code.line.number"]): p.as_int for p in points}
    assert counts["map", 7] == NUMBERS and counts["map", 9] == 7, counts
    assert all(p.start_time_unix_nano < p.time_unix_nano for p in points)
    assert len(points) == len(counts)
    assert all(p.as_int == 0 for p in last["rx.stage.open"].gauge.data_points if attributes(p)["rx.stage"] == "map")


@pytest.mark.parametrize("trouble", [(503, {}, {}), (429, {"Retry-After": 1}, {}), None], ids=["503", "429", "closed"])
def test_trouble_that_passes(run, trouble):
    folder, calls = run
    # Every other request, so that each of the two kinds is met.
    with Collector(lambda number, path: trouble if number <= 6 else (200, {}, {})) as collector:
        result = watch(folder, collector.port)
    assert f"{calls.total()} spans sent\n" in result.stderr, result.stderr
    reason = "the connection was closed" if trouble is None else f"status {trouble[0]}"
    assert reason in result.stderr and "takes requests again" in result.stderr, result.stderr
    check(collector, calls)


def test_away_for_some_time(run):
    folder, calls = run
    port, mark = free_port(), folder / "go on"
    mark.unlink(missing_ok=True)
    watching = subprocess.Popen(
        [HEADWATER, "watch", "numbers.swift", "--otlp", f"http://127.0.0.1:{port}", "--every", "0.1", "--", str(mark)],
        cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    said = ""
    while "it is tried again" not in said:
        line = watching.stderr.readline()
        assert line, said
        said += line
    assert "Connection refused" in said
    with Collector(port=port) as collector:
        mark.write_text("")
        said += watching.stderr.read()
        assert watching.wait() == 0 and "takes requests again" in said, said
    mark.unlink()
    sent = int(re.search(r"(\d+) spans? sent\n", said)[1])
    check(collector, calls)
    assert sent == calls.total()


def test_slow(run):
    folder, calls = run

    def answer(number, path):
        time.sleep(0.1)
        return 200, {}, {}

    with Collector(answer) as collector:
        result = watch(folder, collector.port)
    assert f"{calls.total()} spans sent\n" in result.stderr, result.stderr
    check(collector, calls)


def test_refusals_are_counted(run):
    folder, calls = run

    def answer(number, path):
        if path == "/v1/metrics":
            return 200, {}, {}
        if not collector.spans:
            return 200, {}, {"partialSuccess": {"rejectedSpans": "3", "errorMessage": "too old"}}
        return 400, {}, {"message": "enough"}

    with Collector(answer) as collector:
        result = watch(folder, collector.port)
    taken = len(collector.spans)
    summary = f"{taken - 3} spans sent, {calls.total() - taken + 3} refused\n"
    assert summary in result.stderr, result.stderr
    assert "refused 3 spans: too old" in result.stderr and "status 400 {\"message\": \"enough\"}" in result.stderr


def test_never_there(run):
    folder, calls = run
    result = watch(folder, free_port())
    assert result.returncode == 0 and f"0 spans sent, {calls.total()} not sent\n" in result.stderr, result.stderr
    assert "figures of the stages were not sent" in result.stderr


def test_what_a_ring_replaced_is_said(run):
    """A collector that is away while a program goes on, whose ring does not hold all of it."""
    folder, _ = run
    program = PROGRAM.replace(f"1...{NUMBERS}", "1...4000")
    (folder / "many.swift").write_text(program)
    mark, port, ring = folder / "go on", free_port(), folder / "ring.hwtrace"
    mark.unlink(missing_ok=True)
    recording = subprocess.Popen(
        [HEADWATER, "record", "-o", ring, "--ring", "1MB", "many.swift", "--", str(mark)], cwd=folder,
        stdout=subprocess.PIPE, text=True)
    assert recording.stdout.readline() == "begins\n"
    watching = subprocess.Popen(
        [HEADWATER, "watch", ring, "--otlp", f"http://127.0.0.1:{port}", "--every", "0.1"], cwd=folder,
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    said = ""
    while "it is tried again" not in said:
        line = watching.stderr.readline()
        assert line, said
        said += line
    mark.write_text("")
    assert recording.wait() == 0
    with Collector(port=port) as collector:
        said += watching.stderr.read()
    assert watching.wait() == 0 and collector.problems == [], said
    mark.unlink()
    missed = int(re.search(r"up to (\d+) calls replaced before they were read", said)[1])
    assert len(collector.spans) > 100 and missed > 100, said


def test_somebody_has_seen_enough(run):
    """A signal ends it, and what was read by then has arrived."""
    folder, _ = run
    mark, path = folder / "never", folder / "own.hwtrace"
    recording = subprocess.Popen(
        [HEADWATER, "record", "-o", path, "numbers.swift", "--", str(mark)], cwd=folder, stdout=subprocess.PIPE, text=True)
    try:
        assert recording.stdout.readline() == "begins\n"
        with Collector() as collector:
            watching = subprocess.Popen(
                [HEADWATER, "watch", path, "--otlp", f"http://127.0.0.1:{collector.port}", "--every", "0.1"], cwd=folder,
                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
            while not collector.spans or not collector.metrics:
                assert watching.poll() is None
                time.sleep(0.02)
            watching.send_signal(signal.SIGINT)
            said = watching.stderr.read()
            assert watching.wait() == 0 and re.search(r"\d+ spans sent\n", said), said
    finally:
        recording.terminate()
        recording.wait()


@pytest.mark.parametrize("address, words", [
    ("https://collector", "without encryption"), ("localhost:4318", "such as http://localhost:4318"),
    ("http://user:word@collector", "passwords"), ("http://localhost:4318/v1/traces", "adds /v1/traces"),
    ("", "such as http://localhost:4318"),
])
def test_addresses(run, address, words):
    result = subprocess.run(
        [HEADWATER, "watch", "run.hwtrace", "--otlp", address], cwd=run[0], capture_output=True, text=True)
    assert result.returncode == 64 and words in result.stderr, result.stderr


def test_a_program_that_is_started_does_not_ignore_broken_pipes(run):
    """Sending ignores the signal in the whole process, and a program that inherited that would go on without its reader."""
    folder, _ = run
    (folder / "pipe.swift").write_text(
        "import Foundation\nimport RxSwift\n_ = Observable.just(1).map { $0 }.subscribe()\nraise(SIGPIPE)\nprint(\"goes on\")\n")
    with Collector() as collector:
        result = watch(folder, collector.port, "pipe.swift")
    assert result.returncode == 128 + signal.SIGPIPE and "goes on" not in result.stderr, result.stderr
    assert collector.spans
