package privacy

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/file"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/job"
	"github.com/firmhub/firmhub/internal/viewer"
)

// erasure are the arguments of the job. The person is sealed, since the queue keeps finished jobs
// for a while.
type erasure struct {
	ContactID uuid.UUID `json:"contact"`
	Sealed    []byte    `json:"sealed"`
	// Stage counts the stages that are done, and After is the last id of the present one.
	Stage int       `json:"stage,omitempty"`
	After uuid.UUID `json:"after"`
	// Offset is how much was read of the file After; zero if all was.
	Offset int64 `json:"offset,omitempty"`
	// Imports are those of files about the person that had not ended when the contact was erased.
	Imports []uuid.UUID `json:"imports,omitempty"`
	// Waiting reports whether messages were still in the queue in the first stage, and Rounds
	// counts how often they were.
	Waiting bool `json:"waiting,omitempty"`
	Rounds  int  `json:"rounds,omitempty"`
}

// Kind implements job.Args.
func (erasure) Kind() string { return "contact.erase" }

// inQueue is how long the job waits at most for messages that are being sent or whose prices are
// held, and for campaigns that are being prepared. At first it waits for a minute.
const inQueue = 10 * time.Minute

// Handle registers the steps of erasures.
func (m *Manager) Handle(r *job.Runner) { job.Handle(r, m.step, m.failed) }

// failedWait is how long an erasure that has failed for good waits until it goes on.
const failedWait = 6 * time.Hour

// failed is called when an erasure has failed for good: a store of files or the key was away for
// hours. Nobody can erase the contact again, so the job goes on later, unless an operator has
// cancelled it.
func (m *Manager) failed(ctx context.Context, args erasure, reason error) error {
	if fault.Is(reason, fault.Conflict) { // No step returns it.
		slog.WarnContext(ctx, "an erasure of a contact was cancelled: retry the job", "contact", args.ContactID, "error", reason)
		return nil
	}
	slog.ErrorContext(ctx, "a contact could not be erased completely: the job goes on in 6 hours, or retry it", "contact", args.ContactID,
		"error", reason)
	// Without a key, since that would keep the failed job from being retried meanwhile.
	_, err := job.Insert(ctx, m.db, args, job.Options{After: failedWait})
	return err
}

// step does a part of an erasure: first the messages, then each table that mentions the person,
// then the files, and then what imports of these files have stored meanwhile. While messages are
// still in the queue, it looks after them again and again, and in the end once more at the rest. A
// table whose rows are stored late waits for them.
func (m *Manager) step(ctx context.Context, step *job.Step[erasure]) error {
	p, err := m.open(step.Args)
	if err != nil {
		return err
	}
	next, tables := step.Args, mentioning()
	names := p.names()
	var more bool
	switch at := next.Stage; {
	case at == 0:
		next.Waiting, more, err = m.eraseMessages(ctx, p, names)
		if err == nil && !more && next.Waiting && next.Rounds > 0 {
			again(step, next)
			return nil
		}
	case at <= len(tables):
		next.After, more, err = m.eraseMentions(ctx, tables[at-1], names, next.After)
	case at == len(tables)+1:
		more, err = m.eraseFile(ctx, p, names, &next)
	case len(next.Imports) > 0 && at == len(tables)+2:
		more, err = m.eraseCreated(ctx, p, next.Imports)
	case len(next.Imports) > 0 && at-len(tables)-3 < len(ofImports(next.Imports)):
		next.After, more, err = m.eraseMentions(ctx, ofImports(next.Imports)[at-len(tables)-3], names, next.After)
	case next.Waiting:
		again(step, next)
		return nil
	default:
		return nil
	}
	if err != nil {
		return err
	}
	var wait time.Duration
	if !more {
		if at := next.Stage; at < len(tables) && tables[at].late { // the table of the next stage
			wait = m.lateWait
		}
		next.Stage, next.After, next.Offset = next.Stage+1, uuid.Nil, 0
	}
	step.NextAfter(wait, next)
	return nil
}

// again queues another look at the messages.
func again(step *job.Step[erasure], done erasure) {
	rounds := done.Rounds + 1
	step.NextAfter(min(time.Duration(rounds)*time.Minute, inQueue), erasure{ContactID: done.ContactID, Sealed: done.Sealed, Rounds: rounds})
}

func (m *Manager) open(args erasure) (*person, error) {
	if m.key == nil || !m.db.HasPseudonyms() {
		return nil, fault.New(fault.Unavailable, "FIRMHUB_SECRETS_KEY is not set, or has another key.")
	}
	plain, err := m.key.Open(args.Sealed, args.ContactID.String())
	if err != nil {
		return nil, err
	}
	p := &person{}
	if err := json.Unmarshal(plain, p); err != nil {
		return nil, fmt.Errorf("decode a person: %w", err)
	}
	return p, nil
}

// eraseMessages erases a batch of messages, with their files, and the recipients of campaigns. What
// entered the queue since the contact was erased is cancelled after the commit, and seen by the
// next round.
func (m *Manager) eraseMessages(ctx context.Context, p *person, names *names) (waiting, more bool, err error) {
	done, err := m.messages.Forget(ctx, p.subject(), names.addressIn)
	if err != nil {
		return false, false, err
	}
	for _, id := range done.Media {
		if err := m.dropMedia(ctx, id); err != nil {
			return false, false, err
		}
	}
	waits, err := m.eraseRecipients(ctx, p)
	if err != nil {
		return false, false, err
	}
	if waiting = done.Waiting || waits; waiting {
		firm := viewer.From(ctx)
		db.AfterCommit(ctx, func(ctx context.Context) error { return m.withdraw(viewer.NewContext(ctx, firm), p) })
	}
	return waiting, done.More, nil
}

// eraseRecipients erases the person from campaigns. It reports whether one still has to send to the
// person.
func (m *Manager) eraseRecipients(ctx context.Context, p *person) (waits bool, err error) {
	firm := viewer.From(ctx).FirmID
	// A step of preparing may have read the person before the erasure, and not have stored it yet.
	// What it has stored until here is found below.
	_, err = m.db.InFirm(ctx).Row([]any{&waits}, `
SELECT EXISTS (SELECT 1 FROM campaigns WHERE firm_id = $1 AND status = 'Preparing')`)
	if err != nil {
		return false, err
	}
	among, list := m.db.AmongIDs("r.contact_id", 2, p.ids())
	recipients, err := db.All[struct {
		ID    uuid.UUID
		Key   *string `sql:"address_key"`
		Waits bool
	}](m.db.InFirm(ctx), `
SELECT r.id, r.address_key, r.state = 'Waiting' AND c.finished_at IS NULL AS waits
FROM campaign_recipients r JOIN campaigns c ON c.firm_id = $1 AND c.id = r.campaign_id
WHERE r.firm_id = $1 AND `+among+` AND r.address <> '' LIMIT 10000`, list)
	for _, r := range recipients {
		if r.Waits {
			waits = true
			continue
		}
		var key any
		if r.Key != nil {
			key = m.db.Pseudonym(firm, *r.Key)
		}
		err := m.db.InFirm(ctx).Later(
			"UPDATE campaign_recipients SET address = '', address_key = $3, parameters = '{}' WHERE firm_id = $1 AND id = $2", r.ID, key)
		if err != nil {
			return false, err
		}
	}
	return waits, err
}

func (m *Manager) eraseMentions(ctx context.Context, t *mentions, n *names, after uuid.UUID) (last uuid.UUID, more bool, err error) {
	found, next, err := t.after(ctx, m.db, n, after, mentionsAtOnce)
	if err != nil {
		return last, false, err
	}
	if err := t.clear(ctx, m.db, n, found); err != nil || next == nil {
		return last, false, err
	}
	return *next, true, nil
}

// eraseFile looks at the next part of a file, and reports whether there is more to look at. It ends
// the imports of a file about the person before it deletes the file.
func (m *Manager) eraseFile(ctx context.Context, p *person, n *names, at *erasure) (more bool, err error) {
	outside := db.Outside(ctx) // Reading needs no transaction, which on SQLite would hold the writer.
	part, err := m.nextPart(outside, p, n, at.After, at.Offset)
	if err != nil || part == nil {
		return false, err
	}
	at.After, at.Offset = part.file, part.next
	if !part.about {
		return true, nil
	}
	imports, err := m.imports.EndErased(ctx, part.file, p.Until)
	if err != nil {
		return false, err
	}
	at.Imports = append(at.Imports, imports...)
	return true, m.files.Expire(ctx, part.file)
}

// eraseCreated erases a contact that imports have made of the person after the contact was erased,
// as [Manager.Erase] does, and reports whether there may be more.
func (m *Manager) eraseCreated(ctx context.Context, p *person, imports []uuid.UUID) (more bool, err error) {
	outside := db.Outside(ctx) // The erasure has transactions of its own.
	created, err := m.imports.Created(outside, imports, p.wanted())
	if err != nil || len(created) == 0 {
		return false, err
	}
	return true, m.erase(outside, created[0])
}

// dropMedia deletes a file of messages that none of them has any more, and the uploaded file of
// which it is a copy, unless that is a public image or was sent to others, too.
func (m *Manager) dropMedia(ctx context.Context, id uuid.UUID) error {
	gone, err := m.messages.DeleteMedia(ctx, id)
	if err != nil {
		return err
	}
	if gone.Key != "" {
		if err := m.files.Drop(ctx, file.Blob{ID: id, Key: gone.Key}); err != nil {
			return err
		}
	}
	if gone.Source == nil {
		return nil
	}
	used, err := m.db.InFirm(ctx).Row([]any{new(uuid.UUID)}, `
SELECT f.id FROM files f WHERE f.firm_id = $1 AND f.id = $2 AND (f.public_token IS NOT NULL
  OR EXISTS (SELECT 1 FROM message_media o WHERE o.firm_id = f.firm_id AND o.file_id = f.id))`, *gone.Source)
	if err != nil || used {
		return err
	}
	return m.files.Expire(ctx, *gone.Source)
}
