"""From the JSON Schema that msgspec writes to draft-04, which TOML editors understand."""

from typing import Any

DRAFT = "http://json-schema.org/draft-04/schema#"
_DROPPED = ("propertyNames",)
_BOUNDS = {"exclusiveMinimum": "minimum", "exclusiveMaximum": "maximum"}


def lowered(schema: Any) -> Any:
    """The same schema in the words of draft-04; what that cannot say is left out."""
    if isinstance(schema, list):
        return [lowered(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    found: dict[str, Any] = {}
    for key, value in schema.items():
        if key in ("properties", "$defs", "definitions"):
            name = "properties" if key == "properties" else "definitions"
            found[name] = {inner: lowered(one) for inner, one in value.items()}
        elif key == "const":
            found["enum"] = [value]
        elif key == "$ref":
            found[key] = value.replace("#/$defs/", "#/definitions/")
        elif key == "prefixItems":
            found["items"] = lowered(value)
            found["additionalItems"] = lowered(schema.get("items", False))
        elif key == "items" and "prefixItems" in schema:
            continue
        elif key in _BOUNDS:
            found[_BOUNDS[key]] = value
            found[key] = True
        elif key in ("default", "enum"):
            found[key] = value
        elif key == "required":
            found.update({key: value} if value else {})
        elif key not in _DROPPED:
            found[key] = lowered(value)
    return found
