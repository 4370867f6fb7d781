"""What the description of the HTTP interface needs to be told about our messages."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from litestar.openapi.spec import OpenAPIType, Schema
from litestar.plugins import OpenAPISchemaPlugin
from litestar.typing import FieldDefinition

if TYPE_CHECKING:
    from litestar._openapi.schema_generation import SchemaCreator


class Rows(OpenAPISchemaPlugin):
    """Structures that are sent as rows, their fields in order: Litestar would describe them as objects."""

    def is_plugin_supported_field(self, field_definition: FieldDefinition) -> bool:
        """Is it one of them?"""
        kind = field_definition.annotation
        return isinstance(kind, type) and issubclass(kind, msgspec.Struct) and bool(kind.__struct_config__.array_like)

    def to_openapi_schema(self, field_definition: FieldDefinition, schema_creator: SchemaCreator) -> Schema:
        """An array, and what stands at each place."""
        hints = field_definition.get_type_hints(include_extras=True)
        places = [
            schema_creator.for_field_definition(FieldDefinition.from_annotation(hints[name], name=name))
            for name in field_definition.annotation.__struct_fields__
        ]
        return Schema(type=OpenAPIType.ARRAY, prefix_items=places, min_items=len(places), max_items=len(places))
