import FacialFunWire
import NIOHTTP1

extension Problem {
    /// The response in the format of the retired cloud services: an object `error` with their
    /// codes.
    var azureResponse: ServiceResponse {
        var response = ServiceResponse.json(
            .object([
                (
                    "error",
                    .object([("code", .string(azureCode)), ("message", .string(detail))])
                )
            ]), status: azureStatus)
        response.headers = headers
        return response
    }

    /// The service's code for the problem, if it had one.
    private var azureCode: String {
        switch code {
        case "empty", "too_many_bytes", "too_many_pixels": "InvalidImageSize"
        case "truncated", "corrupt", "unsupported_format", "too_many_scans": "InvalidImage"
        case "invalid_query", "invalid_deadline", "invalid_body": "BadArgument"
        case "unsupported_media_type": "InvalidMediaType"
        case "request_timeout", "deadline_exceeded": "OperationTimeOut"
        case "overloaded", "too_many_connections": "RateLimitExceeded"
        case "not_ready", "out_of_memory": "ServiceUnavailable"
        case "forbidden_host", "forbidden_origin": "Forbidden"
        default: "Unspecified"
        }
    }

    /// The service used 400 for all problems with a picture.
    private var azureStatus: HTTPResponseStatus {
        switch azureCode {
        case "InvalidImageSize", "InvalidImage": .badRequest
        default: status
        }
    }
}
