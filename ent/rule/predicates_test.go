package rule_test

import (
	"reflect"
	"testing"

	"entgo.io/ent/dialect/sql"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/apicall"
	"github.com/firmhub/firmhub/ent/apiclient"
	"github.com/firmhub/firmhub/ent/apiclientpermission"
	"github.com/firmhub/firmhub/ent/auditentry"
	"github.com/firmhub/firmhub/ent/blobcleanup"
	"github.com/firmhub/firmhub/ent/channel"
	"github.com/firmhub/firmhub/ent/contact"
	"github.com/firmhub/firmhub/ent/contactaddress"
	"github.com/firmhub/firmhub/ent/contactcount"
	"github.com/firmhub/firmhub/ent/contactemail"
	"github.com/firmhub/firmhub/ent/contactimport"
	"github.com/firmhub/firmhub/ent/contactimportchange"
	"github.com/firmhub/firmhub/ent/contactimportreject"
	"github.com/firmhub/firmhub/ent/contactphone"
	"github.com/firmhub/firmhub/ent/contacttag"
	"github.com/firmhub/firmhub/ent/file"
	"github.com/firmhub/firmhub/ent/fileusage"
	"github.com/firmhub/firmhub/ent/firm"
	"github.com/firmhub/firmhub/ent/membership"
	"github.com/firmhub/firmhub/ent/message"
	"github.com/firmhub/firmhub/ent/messageclock"
	"github.com/firmhub/firmhub/ent/messagecount"
	"github.com/firmhub/firmhub/ent/notification"
	"github.com/firmhub/firmhub/ent/notificationinbox"
	"github.com/firmhub/firmhub/ent/notificationmark"
	"github.com/firmhub/firmhub/ent/notificationstate"
	"github.com/firmhub/firmhub/ent/pricingplan"
	"github.com/firmhub/firmhub/ent/pricingprice"
	"github.com/firmhub/firmhub/ent/refreshtoken"
	"github.com/firmhub/firmhub/ent/role"
	"github.com/firmhub/firmhub/ent/rolepermission"
	"github.com/firmhub/firmhub/ent/roleproperty"
	"github.com/firmhub/firmhub/ent/session"
	"github.com/firmhub/firmhub/ent/tag"
	"github.com/firmhub/firmhub/ent/user"
	"github.com/firmhub/firmhub/ent/userfirm"
	"github.com/firmhub/firmhub/ent/wallet"
	"github.com/firmhub/firmhub/ent/walletday"
	"github.com/firmhub/firmhub/ent/walletentry"
)

// hasWith are the predicates on edges; reflection does not find functions. Every edge must be here.
var hasWith = map[string]any{
	"APICall.APIClient": apicall.HasAPIClientWith, "APICall.Firm": apicall.HasFirmWith,
	"APIClient.Properties": apiclient.HasPropertiesWith, "APIClient.Grants": apiclient.HasGrantsWith,
	"APIClient.Firm":                apiclient.HasFirmWith,
	"APIClientPermission.APIClient": apiclientpermission.HasAPIClientWith,
	"APIClientPermission.Property":  apiclientpermission.HasPropertyWith,
	"APIClientPermission.Firm":      apiclientpermission.HasFirmWith,
	"AuditEntry.Firm":               auditentry.HasFirmWith,
	"BlobCleanup.Firm":              blobcleanup.HasFirmWith,
	"Channel.Firm":                  channel.HasFirmWith,
	"File.Firm":                     file.HasFirmWith,
	"FileUsage.Firm":                fileusage.HasFirmWith,
	"Contact.Firm":                  contact.HasFirmWith, "Contact.Phones": contact.HasPhonesWith, "Contact.Emails": contact.HasEmailsWith,
	"Contact.Addresses": contact.HasAddressesWith, "Contact.Tags": contact.HasTagsWith,
	"Contact.ContactTags":    contact.HasContactTagsWith,
	"ContactAddress.Contact": contactaddress.HasContactWith, "ContactAddress.Firm": contactaddress.HasFirmWith,
	"ContactEmail.Contact": contactemail.HasContactWith, "ContactEmail.Firm": contactemail.HasFirmWith,
	"ContactPhone.Contact": contactphone.HasContactWith, "ContactPhone.Firm": contactphone.HasFirmWith,
	"ContactTag.Contact": contacttag.HasContactWith, "ContactTag.Tag": contacttag.HasTagWith,
	"ContactCount.Tag": contactcount.HasTagWith, "ContactCount.Firm": contactcount.HasFirmWith,
	"ContactImport.Firm":       contactimport.HasFirmWith,
	"ContactImportReject.Firm": contactimportreject.HasFirmWith, "ContactImportReject.Import": contactimportreject.HasImportWith,
	"ContactImportChange.Firm": contactimportchange.HasFirmWith, "ContactImportChange.Import": contactimportchange.HasImportWith,
	"ContactTag.Firm":  contacttag.HasFirmWith,
	"Firm.Memberships": firm.HasMembershipsWith, "Firm.PricingPlan": firm.HasPricingPlanWith,
	"PricingPlan.Prices": pricingplan.HasPricesWith, "PricingPrice.Plan": pricingprice.HasPlanWith,
	"Membership.User": membership.HasUserWith, "Membership.Role": membership.HasRoleWith,
	"Membership.Firm": membership.HasFirmWith,
	"Message.Firm":    message.HasFirmWith, "Message.Contact": message.HasContactWith,
	"MessageCount.Firm": messagecount.HasFirmWith, "MessageClock.Firm": messageclock.HasFirmWith,
	"Notification.Firm":      notification.HasFirmWith,
	"NotificationInbox.Firm": notificationinbox.HasFirmWith, "NotificationInbox.Membership": notificationinbox.HasMembershipWith,
	"NotificationState.Firm": notificationstate.HasFirmWith, "NotificationState.Membership": notificationstate.HasMembershipWith,
	"NotificationMark.Firm": notificationmark.HasFirmWith, "NotificationMark.Membership": notificationmark.HasMembershipWith,
	"RefreshToken.Session": refreshtoken.HasSessionWith,
	"Role.Memberships":     role.HasMembershipsWith, "Role.Permissions": role.HasPermissionsWith, "Role.Firm": role.HasFirmWith,
	"Role.Properties":     role.HasPropertiesWith,
	"RolePermission.Role": rolepermission.HasRoleWith, "RolePermission.Property": rolepermission.HasPropertyWith,
	"RolePermission.Firm": rolepermission.HasFirmWith,
	"RoleProperty.Grants": roleproperty.HasGrantsWith, "RoleProperty.Roles": roleproperty.HasRolesWith,
	"RoleProperty.APIClients": roleproperty.HasAPIClientsWith, "RoleProperty.ClientGrants": roleproperty.HasClientGrantsWith,
	"Session.User": session.HasUserWith, "Session.UserFirm": session.HasUserFirmWith, "UserFirm.User": userfirm.HasUserWith,
	"Session.RefreshTokens": session.HasRefreshTokensWith,
	"Tag.Contacts":          tag.HasContactsWith, "Tag.ContactTags": tag.HasContactTagsWith, "Tag.Firm": tag.HasFirmWith,
	"Wallet.Firm":      wallet.HasFirmWith,
	"WalletEntry.Firm": walletentry.HasFirmWith, "WalletEntry.Wallet": walletentry.HasWalletWith,
	"WalletDay.Firm": walletday.HasFirmWith, "WalletDay.Wallet": walletday.HasWalletWith,
	"User.Memberships": user.HasMembershipsWith, "User.Sessions": user.HasSessionsWith,
}

// has returns a query of the entities whose edge leads to rows that match the condition.
func has(t *testing.T, e entity, edge string, condition func(*sql.Selector)) reflect.Value {
	t.Helper()
	predicate, ok := hasWith[e.name+"."+edge]
	require.True(t, ok, "list the new edge %s.%s in hasWith", e.name, edge)
	f := reflect.ValueOf(predicate)
	made := f.Call([]reflect.Value{reflect.ValueOf(condition).Convert(f.Type().In(0).Elem())})
	query := e.query(t)
	call(t, query, "Where", made[0].Interface())
	return query
}
