"""What every part of the program agrees on beside the generated code: errors, the tool catalogue, call metadata."""
