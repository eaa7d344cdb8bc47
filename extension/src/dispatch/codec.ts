import {
  create,
  type DescMessage,
  fromJson,
  getOption,
  type JsonObject,
  type JsonValue,
  type MessageInitShape,
  type MessageShape,
  toJson,
} from "@bufbuild/protobuf";
import { output } from "@gen/bsk/options/v1/options_pb";
import { failure, Reason } from "../errors";

/** Reads the parameters of a request. Raises `invalid_params` when they do not fit. */
export function decodeParams<D extends DescMessage>(schema: D, params: JsonValue | undefined): MessageShape<D> {
  try {
    return fromJson(schema, params ?? {}, { ignoreUnknownFields: true });
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    throw failure(Reason.INVALID_PARAMS, `the parameters cannot be read: ${detail}`);
  }
}

/**
 * Writes a result with the field names of the protos. Fields without presence are always there, so that a reader who
 * expects them finds them; lists that are to be left out when empty are left out.
 */
export function encodeResult<D extends DescMessage>(schema: D, result: MessageInitShape<D>): JsonValue {
  const message = create(schema, result);
  const json = toJson(schema, message, { useProtoFieldName: true, alwaysEmitImplicit: true }) as JsonObject;
  for (const field of schema.fields) {
    const value = json[field.name];
    if (Array.isArray(value) && value.length === 0 && getOption(field, output).omitEmpty) delete json[field.name];
  }
  return json;
}
