package template

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/firmhub/firmhub/ent/pricingprice"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/fault"
)

// codeParameter is the parameter of a template with a code, as WhatsApp has it.
const codeParameter = "1"

// maxCodeMinutes is for how many minutes a code is valid at most, by WhatsApp's rules.
const maxCodeMinutes = 90

var digits = regexp.MustCompile(`\d+`)

// isCode reports whether the content is that of a template whose text WhatsApp writes: that of one
// with a code, to be copied by a button.
func (c *Content) isCode(kind provider.Kind) bool {
	return kind == provider.WhatsApp && c.Category == pricingprice.CategoryAuthentication
}

// checkCode returns the faults of what people write of a template with a code. Its texts stand for
// those of WhatsApp until it is submitted. What WhatsApp itself has is not checked: it has older
// forms, too.
func (c *Content) checkCode(kind provider.Kind) fault.Details {
	var faults fault.Details
	if !c.isCode(kind) {
		return nil
	}
	if c.Header != nil {
		faults.Add("header", "must be left out in Authentication, whose text WhatsApp writes")
	}
	if found := names(c.Body); len(found) == 0 || slices.ContainsFunc(found, func(name string) bool { return name != codeParameter }) {
		faults.Add("body", "must have {{1}} for the code and no other parameter in Authentication, whose text WhatsApp writes")
	}
	if c.Footer != nil && c.codeMinutes() == 0 {
		faults.Add("footer", "must have the minutes for which the code is valid in Authentication, from 1 to %d", maxCodeMinutes)
	}
	if len(c.Buttons) != 1 || !copiesCode(c.Buttons[0]) {
		faults.Add("buttons", "must be one CopyCode with the value {{1}} in Authentication")
	}
	return faults
}

// codeMinutes returns the minutes in the footer, or 0.
func (c *Content) codeMinutes() int {
	minutes, err := strconv.Atoi(digits.FindString(text(c.Footer)))
	if err != nil || minutes > maxCodeMinutes {
		return 0
	}
	return minutes
}

// copiesCode reports whether a button copies the code: as people write it, or as WhatsApp has it.
func copiesCode(b *Button) bool {
	if !slices.Equal(names(b.Value), []string{codeParameter}) {
		return false
	}
	return b.Type == provider.ButtonCopyCode || b.Type == provider.ButtonURL && strings.Contains(b.Value, "otp_type=COPY_CODE")
}
