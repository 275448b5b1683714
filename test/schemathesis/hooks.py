"""What of a failure is not one, where the configuration is too coarse to say so."""

import schemathesis
