package rule_test

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/auditentry"
	"github.com/firmhub/firmhub/ent/channel"
	"github.com/firmhub/firmhub/ent/contactimport"
	"github.com/firmhub/firmhub/ent/file"
	"github.com/firmhub/firmhub/ent/globalauditentry"
	"github.com/firmhub/firmhub/ent/mailtoken"
	"github.com/firmhub/firmhub/ent/membership"
	"github.com/firmhub/firmhub/ent/message"
	"github.com/firmhub/firmhub/ent/messagecount"
	"github.com/firmhub/firmhub/ent/notification"
	"github.com/firmhub/firmhub/ent/policyrule"
	"github.com/firmhub/firmhub/ent/pricingprice"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/ent/walletday"
	"github.com/firmhub/firmhub/ent/walletentry"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
)

// rows are the ids of one row of each entity, by the entity's name.
type rows map[string]uuid.UUID

// creates is how to make a row of each entity among the rows that it belongs to, in the order of
// their making. Every entity must be here.
var creates = []struct {
	name  string
	build func(c *ent.Client, of func(entity string) uuid.UUID) any
}{
	{"User", func(c *ent.Client, _ func(string) uuid.UUID) any {
		return c.User.Create().SetEmail(word()).SetEmailKey(word()).SetUserName(word()).
			SetFirstName("F").SetLastName("L").SetPasswordHash("x")
	}},
	{"RoleProperty", func(c *ent.Client, _ func(string) uuid.UUID) any {
		return c.RoleProperty.Create().SetModuleName(word()).SetPropertyName("p").SetDisplayName("d")
	}},
	{"PolicyRule", func(c *ent.Client, _ func(string) uuid.UUID) any {
		return c.PolicyRule.Create().SetPtype(policyrule.PtypeP).SetV0(word()).SetV1("*").SetV2("*")
	}},
	{"PricingPlan", func(c *ent.Client, _ func(string) uuid.UUID) any {
		return c.PricingPlan.Create().SetName("p").SetNameKey(word()).SetCurrency("EUR")
	}},
	{"PricingPrice", func(c *ent.Client, of func(string) uuid.UUID) any {
		return c.PricingPrice.Create().SetPlanID(of("PricingPlan")).SetCategory(pricingprice.CategoryService).SetUnitPrice(1)
	}},
	{"MailToken", func(c *ent.Client, _ func(string) uuid.UUID) any {
		return c.MailToken.Create().SetUserID(uuid.New()).SetPurpose(mailtoken.PurposeVerifyEmail).SetEmailKey("a@x").
			SetHash([]byte(word())).SetExpiresAt(time.Now())
	}},
	{"SigningKey", func(c *ent.Client, _ func(string) uuid.UUID) any {
		return c.SigningKey.Create().SetPrivateKey([]byte{1}).SetPublicKey([]byte{2}).SetSignsFrom(time.Now())
	}},
	{"Role", func(c *ent.Client, _ func(string) uuid.UUID) any {
		return c.Role.Create().SetName("r").SetNameKey(word())
	}},
	{"RolePermission", func(c *ent.Client, of func(string) uuid.UUID) any {
		return c.RolePermission.Create().SetRoleID(of("Role")).SetPropertyID(of("RoleProperty"))
	}},
	{"Membership", func(c *ent.Client, of func(string) uuid.UUID) any {
		// An active one would have an inbox already.
		return c.Membership.Create().SetUserID(of("User")).SetRoleID(of("Role")).SetStatus(membership.StatusInactive).
			SetFirstName("F").SetLastName("L").SetEmail("a@x").SetEmailKey(word()).SetUserName("a@x")
	}},
	{"Session", func(c *ent.Client, of func(string) uuid.UUID) any {
		return c.Session.Create().SetUserID(of("User")).SetFirmID(of("Firm")).SetMembershipID(of("Membership"))
	}},
	{"RefreshToken", func(c *ent.Client, of func(string) uuid.UUID) any {
		return c.RefreshToken.Create().SetSessionID(of("Session")).SetHash([]byte(word())).SetExpiresAt(time.Now())
	}},
	{"Contact", func(c *ent.Client, _ func(string) uuid.UUID) any {
		return c.Contact.Create().SetFirstName("F").SetLastName("L").SetFirstNameKey("f").SetLastNameKey("l").SetSearch("f l")
	}},
	{"ContactPhone", func(c *ent.Client, of func(string) uuid.UUID) any {
		return c.ContactPhone.Create().SetContactID(of("Contact")).SetPhone("1").SetPhoneCc("+1").SetE164("+1").SetMatchKey("+1").
			SetDigits(" 1")
	}},
	{"ContactEmail", func(c *ent.Client, of func(string) uuid.UUID) any {
		return c.ContactEmail.Create().SetContactID(of("Contact")).SetEmail("a@x").SetEmailKey("a@x").SetPersonKey("a@x a")
	}},
	{"ContactAddress", func(c *ent.Client, of func(string) uuid.UUID) any {
		return c.ContactAddress.Create().SetContactID(of("Contact")).SetCity("x")
	}},
	{"Tag", func(c *ent.Client, _ func(string) uuid.UUID) any {
		return c.Tag.Create().SetName("t").SetNameKey(word()).SetMark(word())
	}},
	{"ContactTag", func(c *ent.Client, of func(string) uuid.UUID) any {
		return c.ContactTag.Create().SetContactID(of("Contact")).SetTagID(of("Tag"))
	}},
	{"ContactCount", func(c *ent.Client, of func(string) uuid.UUID) any {
		return c.ContactCount.Create().SetTagID(of("Tag")).SetN(1)
	}},
	{"ContactImport", func(c *ent.Client, _ func(string) uuid.UUID) any {
		return c.ContactImport.Create().SetFileID(uuid.New()).SetFileName("f").SetFileSize(1).SetOptions(json.RawMessage("{}")).
			SetQueuedByKind(contactimport.QueuedByKindUser).SetQueuedByID(uuid.New()).SetDryRun(false)
	}},
	{"ContactImportReject", func(c *ent.Client, of func(string) uuid.UUID) any {
		return c.ContactImportReject.Create().SetImportID(of("ContactImport")).SetRow(int(number())).SetPosition(0).
			SetColumn("").SetError("e").SetCells([]string{"c"})
	}},
	{"ContactImportChange", func(c *ent.Client, of func(string) uuid.UUID) any {
		return c.ContactImportChange.Create().SetImportID(of("ContactImport")).SetContactID(uuid.New()).SetLeftAt(time.Now())
	}},
	{"APIClient", func(c *ent.Client, _ func(string) uuid.UUID) any {
		return c.APIClient.Create().SetName("k").SetKeyID(word()[:12]).SetSecretHash([]byte(word()))
	}},
	{"APIClientPermission", func(c *ent.Client, of func(string) uuid.UUID) any {
		return c.APIClientPermission.Create().SetAPIClientID(of("APIClient")).SetPropertyID(of("RoleProperty"))
	}},
	{"APICall", func(c *ent.Client, of func(string) uuid.UUID) any {
		return c.APICall.Create().SetAPIClientID(of("APIClient")).SetBeganAt(time.Now()).
			SetMethod("GET").SetPath("/").SetStatus(200).SetAddress("").SetDuration(1)
	}},
	{"FirmName", func(c *ent.Client, _ func(string) uuid.UUID) any {
		return c.FirmName.Create().SetID(uuid.New()).SetNameKey(word())
	}},
	{"UserFirm", func(c *ent.Client, of func(string) uuid.UUID) any {
		return c.UserFirm.Create().SetID(uuid.New()).SetUserID(of("User")).SetFirmID(of("Firm"))
	}},
	{"APIKey", func(c *ent.Client, of func(string) uuid.UUID) any {
		return c.APIKey.Create().SetID(uuid.New()).SetFirmID(of("Firm")).SetKeyID(word())
	}},
	{"PolicyVersion", func(c *ent.Client, _ func(string) uuid.UUID) any {
		return c.PolicyVersion.Create().SetID(uuid.New())
	}},
	{"GlobalAuditEntry", func(c *ent.Client, _ func(string) uuid.UUID) any {
		return c.GlobalAuditEntry.Create().SetActorKind(globalauditentry.ActorKindSystem).SetActorName("a").SetAction("a.b").
			SetTargetType("a").SetTargetName("").SetAddress("").SetRequestID("")
	}},
	{"AuditEntry", func(c *ent.Client, _ func(string) uuid.UUID) any {
		return c.AuditEntry.Create().SetActorKind(auditentry.ActorKindSystem).SetActorName("a").SetAction("a.b").
			SetTargetType("a").SetTargetName("").SetAddress("").SetRequestID("")
	}},
	{"File", func(c *ent.Client, _ func(string) uuid.UUID) any {
		return c.File.Create().SetName("f").SetContentType("text/plain").SetSize(1).SetBlobKey(word()).
			SetUploaderKind(file.UploaderKindUser).SetUploaderID(uuid.New())
	}},
	{"FileUsage", func(c *ent.Client, _ func(string) uuid.UUID) any {
		return c.FileUsage.Create().SetBytes(1)
	}},
	{"BlobCleanup", func(c *ent.Client, _ func(string) uuid.UUID) any {
		return c.BlobCleanup.Create().SetBlobKey(word()).SetDueAt(time.Now())
	}},
	{"Channel", func(c *ent.Client, _ func(string) uuid.UUID) any {
		return c.Channel.Create().SetName("n").SetKind(channel.KindSms).SetSender("+1").SetSettings(json.RawMessage("{}")).
			SetMessagesPerSecond(1).SetIsDefault(false)
	}},
	{"Notification", func(c *ent.Client, of func(string) uuid.UUID) any {
		return c.Notification.Create().SetNumber(number()).SetUserID(of("User")).SetModule(notification.ModuleSystem).
			SetTitle("t").SetMessage("m")
	}},
	{"NotificationInbox", func(c *ent.Client, of func(string) uuid.UUID) any {
		return c.NotificationInbox.Create().SetMembershipID(of("Membership"))
	}},
	{"NotificationState", func(c *ent.Client, of func(string) uuid.UUID) any {
		return c.NotificationState.Create().SetMembershipID(of("Membership")).SetNumber(number())
	}},
	{"NotificationMark", func(c *ent.Client, of func(string) uuid.UUID) any {
		return c.NotificationMark.Create().SetMembershipID(of("Membership")).SetNumber(number())
	}},
	{"Wallet", func(c *ent.Client, _ func(string) uuid.UUID) any {
		return c.Wallet.Create().SetCurrency("EUR")
	}},
	{"WalletEntry", func(c *ent.Client, of func(string) uuid.UUID) any {
		return c.WalletEntry.Create().SetWalletID(of("Wallet")).SetCreatedAt(time.Now()).SetNumber(number()).SetDay(1).
			SetType(walletentry.TypeDebit).SetAmount(1).SetBalanceAfter(1).SetReason("r").
			SetActorKind(walletentry.ActorKindSystem).SetActorName("a").SetHash([]byte{1})
	}},
	{"WalletDay", func(c *ent.Client, of func(string) uuid.UUID) any {
		return c.WalletDay.Create().SetWalletID(of("Wallet")).SetDay(int(number())).SetUtcDay(1).SetType(walletday.TypeDebit).
			SetN(1).SetAmount(1)
	}},
	{"Message", func(c *ent.Client, of func(string) uuid.UUID) any {
		return c.Message.Create().SetContactID(of("Contact")).SetOccurredAt(time.Now()).SetProviderMessageID(word()).
			SetDirection(message.DirectionInbound).SetPhone("+1").SetPersonKey("+1").SetCategory(message.CategoryService).
			SetStatus(message.StatusRead)
	}},
	{"MessageCount", func(c *ent.Client, _ func(string) uuid.UUID) any {
		return c.MessageCount.Create().SetVersion(1).SetKind(messagecount.KindTemplate).SetDay(1).SetKey(word()).
			SetSent(1).SetReceived(1).SetDelivered(1).SetRead(1).SetFailed(1).SetLastAt(time.Now())
	}},
	{"MessageClock", func(c *ent.Client, _ func(string) uuid.UUID) any {
		return c.MessageClock.Create().SetTimeZone("UTC")
	}},
}

// number is another one each time.
func number() int64 { return rand.Int64() } //nolint:gosec // no secret

// word is another one each time.
func word() string { return strings.ReplaceAll(uuid.NewString(), "-", "") }

// create creates a row of the entity among the rows passed. used returns which of them it was made
// to belong to.
func create(c *ent.Client, name string, among rows) (builder reflect.Value, used []string) {
	for _, known := range creates {
		if known.name == name {
			built := known.build(c, func(entity string) uuid.UUID {
				used = append(used, entity)
				return among[entity]
			})
			return reflect.ValueOf(built), used
		}
	}
	return reflect.Value{}, nil
}

// bundle is two firms with one row of each entity: mine, in which ctx acts, and theirs.
type bundle struct {
	*db.DB

	ctx          context.Context //nolint:containedctx // It is the test's.
	across       context.Context //nolint:containedctx // Likewise.
	mine, theirs rows
}

func each(t *testing.T, test func(t *testing.T, b *bundle)) {
	t.Helper()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := &bundle{DB: d, across: rule.AcrossFirms(t.Context(), "a test breaks in")}
		b.mine, b.ctx = b.fill(t, "Mine")
		b.theirs, _ = b.fill(t, "Theirs")
		test(t, b)
	})
}

func (b *bundle) fill(t *testing.T, firmName string) (rows, context.Context) {
	t.Helper()
	firm, ctx := dbtest.Firm(t, b.DB, firmName)
	made := rows{"Firm": firm.ID}
	byName := map[string]entity{}
	for _, e := range entities(b.Client) {
		byName[e.name] = e
	}
	for _, known := range creates {
		as := b.across
		if byName[known.name].firmOwned() {
			as = ctx
		}
		builder, _ := create(b.Client, known.name, made)
		row, err := try(as, t, builder, "Save")
		require.NoError(t, err, known.name)
		made[known.name] = id(reflect.ValueOf(row))
	}
	for name := range byName {
		require.Contains(t, made, name, "say in creates how to make a row of the new entity")
	}
	for name := range onlyTables {
		row, _, err := b.insert(ctx, name, made)
		require.NoError(t, err, name)
		made[name] = row
	}
	return made, ctx
}

// owner returns the firm of a row: of a row that a firm owns, of a firm itself, and of a person,
// who is in one firm here. It returns none for a row that every firm sees.
func (b *bundle) owner(row reflect.Value) uuid.UUID {
	switch {
	case row.Elem().FieldByName("FirmID").IsValid() && row.Elem().FieldByName("FirmID").Type() == reflect.TypeFor[uuid.UUID]():
		return get[uuid.UUID](row, "FirmID")
	case row.Elem().Type().Name() == "Firm":
		return id(row)
	case row.Elem().Type().Name() == "User" && id(row) == b.theirs["User"]:
		return b.theirs["Firm"]
	}
	return uuid.Nil
}

// snapshot is every row of every entity, and the ids of those of onlyTables.
func (b *bundle) snapshot(t *testing.T) map[string][]string {
	t.Helper()
	all := map[string][]string{}
	for name := range onlyTables {
		ids, err := db.All[string](dbtest.SQL(b.across, b.DB), "SELECT id FROM "+name+" ORDER BY id")
		require.NoError(t, err)
		all[name] = ids
	}
	for _, e := range entities(b.Client) {
		for _, row := range list(b.across, t, e.query(t)) {
			if e.name == "Firm" { // its policy version counts attempts that were rolled back no more than successes
				all[e.name] = append(all[e.name], id(row).String())
				continue
			}
			text, ok := row.Interface().(interface{ String() string })
			require.True(t, ok)
			all[e.name] = append(all[e.name], text.String())
		}
		slices.Sort(all[e.name]) // They are read in no order.
	}
	return all
}
