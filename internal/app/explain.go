package app

import (
	"errors"
	"strings"

	"github.com/firmhub/firmhub/internal/fault"
)

// Explain puts an error into one line for whoever runs a command: what is right for a setting, what a refusal says to a
// client, the whole chain of anything else.
func Explain(err error) string {
	if wrong, ok := errors.AsType[*ConfigError](err); ok {
		return wrong.Error()
	}
	if told, ok := errors.AsType[*fault.Error](err); ok && told.Code != fault.InternalError {
		return told.Message
	}
	return strings.Join(strings.Fields(err.Error()), " ")
}
