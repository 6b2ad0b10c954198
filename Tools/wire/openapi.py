"""The generated parts of the service's description: error responses, media types, enumerations, and the image
report, which is copied in from its own schema so that client generators need one file only."""

import re
from collections.abc import Callable
from dataclasses import dataclass

import swift_codes

PROBLEM = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
AZURE = {"application/json": {"schema": {"$ref": "#/components/schemas/AzureError"}}}
REASONS = {
    400: "BadRequest", 401: "Unauthorized", 403: "Forbidden", 404: "NotFound", 406: "NotAcceptable",
    408: "RequestTimeout", 413: "ContentTooLarge", 415: "UnsupportedMediaType", 417: "ExpectationFailed",
    422: "UnprocessableContent", 431: "HeaderFieldsTooLarge", 500: "InternalServerError", 501: "NotImplemented",
    503: "ServiceUnavailable", 504: "GatewayTimeout", 505: "VersionNotSupported",
}
#: The media type for clients that do not name the picture's format; many client generators use only this one for
#: bytes.
ANY_BYTES = "application/octet-stream"
#: The component of each definition in image-report.schema.json; other definitions are inlined.
REPORT_COMPONENTS = {
    "report": "ImageReport", "face": "Face", "scores": "Scores", "quality": "Quality", "features": "Features",
    "movements": "Movements", "gaze": "Gaze", "direction": "Direction", "point": "Point", "score": "Score",
}


@dataclass(frozen=True)
class Operation:
    """A method at a path, with references resolved."""

    method: str
    path: str
    parameters: frozenset[str]
    media_types: frozenset[str]
    has_token: bool

    @property
    def takes_picture(self) -> bool:
        return ANY_BYTES in self.media_types

    @property
    def takes_order(self) -> bool:
        return "application/json" in self.media_types

    @property
    def has_goal(self) -> bool:
        """Whether it requires a target and a level."""
        return "target" in self.parameters or self.takes_order

    @property
    def takes_camera_picture(self) -> bool:
        return self.has_token and "target" in self.parameters


@dataclass(frozen=True)
class Rule:
    """Codes of all operations with some property."""

    #: Part of the names of the responses with these codes; empty if all operations have them.
    name: str
    applies: Callable[[Operation], bool]
    codes: tuple[str, ...]


def rules() -> list[Rule]:
    """The rules, in the order in which an operation's codes are listed."""
    faces = tuple(case.code for case in swift_codes.cases("CannotJudgeReason"))
    cameras = tuple(case.code for case in swift_codes.camera_errors())
    return [
        Rule("", lambda _: True, (
            "malformed_request", "invalid_host", "invalid_query", "invalid_deadline", "forbidden_host",
            "forbidden_origin", "forbidden_embedding", "request_timeout", "too_many_bytes", "expectation_failed",
            "headers_too_large", "unsupported_transfer_coding", "too_many_connections", "version_not_supported")),
        Rule("Ready", lambda op: op.has_token or op.path == "/readyz", ("not_ready",)),
        Rule("Picture", lambda op: op.takes_picture, (
            "empty", "unsupported_media_type", "unsupported_format", "truncated", "corrupt", "too_many_pixels",
            "too_many_scans", "unsound_model", "not_ready", "overloaded", "out_of_memory",
            "deadline_exceeded")),
        Rule("Order", lambda op: op.takes_order, ("unsupported_media_type", "invalid_body")),
        Rule("Goal", lambda op: op.has_goal, ("unknown_target", "unknown_level")),
        Rule("Levels", lambda op: op.has_goal or op.path == "/v1/levels", ("no_levels",)),
        Rule("Token", lambda op: op.has_token, ("token_required",)),
        Rule("Camera", lambda op: op.has_token, ("no_camera", *cameras)),
        Rule("Match", lambda op: op.takes_camera_picture, ("overloaded", "deadline_exceeded")),
        Rule("Attempt", lambda op: op.path.startswith("/v1/attempts/{id}"), ("unknown_attempt",)),
        Rule("Baseline", lambda op: op.has_goal or op.path.startswith("/v1/baselines/{id}"), ("unknown_baseline",)),
        Rule("Attempts", lambda op: op.takes_order, ("too_many_attempts",)),
        Rule("Baselines", lambda op: op.path == "/v1/baselines", ("too_many_baselines",)),
        Rule("Streams", lambda op: op.method == "get" and (
            op.path.endswith("/events") or op.has_token), ("too_many_streams",)),
        Rule("Movements", lambda op: "movements" in op.parameters, ("no_movements",)),
        Rule("Rectangle", lambda op: op.path == "/v1/rectangle", ("not_acceptable", "no_face")),
        Rule("Resting", lambda op: op.takes_picture and op.path.startswith("/v1/baselines"),
             (*faces, "not_at_rest")),
        Rule("Schema", lambda op: op.path == "/v1/schemas/{name}", ("unknown_schema",)),
    ]


def statuses() -> dict[str, int]:
    """The status of each code."""
    found = {problem.code: problem.status for problem in swift_codes.problems()}
    found |= {case.code: 503 for case in swift_codes.camera_errors()}
    found |= {case.code: 422 for case in swift_codes.cases("CannotJudgeReason")} | {"not_at_rest": 422}
    return found


#: Codes for paths and methods that no operation has.
ELSEWHERE = {"not_found", "method_not_allowed"}


def fill(document: dict, report: dict) -> None:
    """Rewrites the media types of pictures, the image report and the responses of 400 and above.

    Args:
        document: The service's description.
        report: The schema of image reports.
    """
    components, status_of = document["components"], statuses()
    _fill_formats(document)
    components["schemas"] |= report_components(report)
    shared: dict[str, dict] = {}
    known: dict[tuple[int, frozenset[str]], str] = {}
    used: set[str] = set()
    listed = rules()
    for path, operations in document["paths"].items():
        for method, described in operations.items():
            operation = _operation(method, path, described, components)
            answers = {status: answer for status, answer in described["responses"].items() if status < "400"}
            if path.startswith(("/v1/", "/v2/", "/healthz", "/readyz", "/metrics")):
                names, codes = _answers(operation, listed, status_of)
                used |= {code for some in codes.values() for code in some}
                for status, name in names.items():
                    # The first name of an equal response serves all of them.
                    names[status] = known.setdefault((status, frozenset(codes[status])), name)
                    shared.setdefault(names[status], _response(status, codes[status]))
            else:
                names = dict.fromkeys((400, 408, 413, 415, 503, 504), "Azure") | {
                    403: "AzureForbidden", 500: "AzureInternalServerError", 501: "AzureNotImplemented"}
            described["responses"] = answers | {
                str(status): {"$ref": f"#/components/responses/{names[status]}"} for status in sorted(names)}
    unused = set(status_of) - used - ELSEWHERE
    if unused:
        raise SystemExit(f"No rule in Tools/wire/openapi.py lists {sorted(unused)}; add these codes to a rule.")
    retired = "An error in the format of the retired services"
    shared |= {
        "Azure": {"description": retired + ".", "content": AZURE},
        "AzureForbidden": {"description": retired + "; or `forbidden_embedding`.", "content": AZURE},
        "AzureInternalServerError": {"description": "`unsound_model`", "content": AZURE},
        "AzureNotImplemented": {"description": "`unsupported_transfer_coding`", "content": AZURE},
    }
    components["responses"] = dict(sorted(shared.items()))


def report_components(report: dict) -> dict[str, dict]:
    """The components that describe an image report, by their names."""
    definitions = report["$defs"]

    def copied(part: object) -> object:
        if isinstance(part, list):
            return [copied(element) for element in part]
        if not isinstance(part, dict):
            return part
        if "$ref" not in part:
            return {key: copied(value) for key, value in part.items()}
        name = part["$ref"].removeprefix("#/$defs/")
        rest = {key: copied(value) for key, value in part.items() if key != "$ref"}
        if name in REPORT_COMPONENTS:
            return {"$ref": f"#/components/schemas/{REPORT_COMPONENTS[name]}"} | rest
        return copied(definitions[name]) | rest

    return {component: copied(definitions[name]) for name, component in REPORT_COMPONENTS.items()}


def _fill_formats(document: dict) -> None:
    """Writes the media types of pictures for each request body that may be one."""
    bodies = document["components"]["requestBodies"]
    picture = bodies["Picture"]
    names, types = (swift_codes.values("ImageFormat", member).values() for member in ("name", "mediaType"))
    picture["description"] = re.sub(r"^A .*? file:", f"A {' or '.join(names)} file:", picture["description"])
    described = [operation for operations in document["paths"].values() for operation in operations.values()]
    for body in [*bodies.values(), *(operation.get("requestBody", {}) for operation in described)]:
        content = body.get("content", {})
        kinds = [name for name in content if name.startswith("image/") or name == ANY_BYTES]
        if kinds:
            others = {name: content[name] for name in content if name not in kinds}
            body["content"] = others | dict.fromkeys([ANY_BYTES, *types], content[kinds[0]])


def _operation(method: str, path: str, described: dict, components: dict) -> Operation:
    def resolved(part: dict, kind: str) -> dict:
        return components[kind][part["$ref"].rsplit("/", 1)[1]] if "$ref" in part else part

    body = resolved(described.get("requestBody", {}), "requestBodies")
    parameters = [resolved(parameter, "parameters") for parameter in described["parameters"]]
    return Operation(
        method, path, frozenset(parameter["name"] for parameter in parameters if parameter["in"] == "query"),
        frozenset(body.get("content", {})), "security" in described)


def _answers(
        operation: Operation, listed: list[Rule],
        status_of: dict[str, int]) -> tuple[dict[int, str], dict[int, list[str]]]:
    """The name of the response and its codes, for each status."""
    names: dict[int, str] = {}
    codes: dict[int, list[str]] = {}
    for rule in listed:
        if not rule.applies(operation):
            continue
        for code in rule.codes:
            if code not in status_of:
                raise SystemExit(f"Tools/wire/openapi.py lists {code}, which the service does not define; remove it.")
            status = status_of[code]
            if code in codes.setdefault(status, []):
                continue
            codes[status].append(code)
            name = names.setdefault(status, REASONS[status])
            if not name.endswith(rule.name):
                names[status] += rule.name
    return names, codes


def _response(status: int, codes: list[str]) -> dict:
    response: dict = {"description": ", ".join(f"`{code}`" for code in codes)}
    if status == 503:
        response["headers"] = {"Retry-After": {"$ref": "#/components/headers/Retry-After"}}
    if status == 401:
        response["headers"] = {"WWW-Authenticate": {"description": "`Bearer`.", "schema": {"type": "string"}}}
    return response | {"content": PROBLEM}
