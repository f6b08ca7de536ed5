package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"slices"

	"github.com/firmhub/firmhub/bench/peers/pocketbase/dataset"
)

// check returns an error unless the server returns the right contacts to those who may see them,
// and none to anybody else.
func (f *form) check(ctx context.Context, data *dataset.Data) error {
	own, others := data.Of(data.Firms[0].ID), data.Of(data.Firms[1].ID)
	f.target, f.newest, f.count = &own[len(own)/2], own[:pageSize], len(own)
	for _, user := range []struct {
		token    string
		contacts []dataset.Contact
	}{{f.token, own}, {f.stranger, others}} {
		for _, total := range []bool{false, true} {
			if err := f.expect(ctx, user.token, f.page(user.contacts[0].FirmID, 3, total), user.contacts[2*pageSize:3*pageSize], total, len(user.contacts)); err != nil {
				return fmt.Errorf("page: %w", err)
			}
		}
	}
	if err := f.expect(ctx, f.token, f.get(f.target), []dataset.Contact{*f.target}, false, 0); err != nil {
		return fmt.Errorf("get: %w", err)
	}
	if err := f.refuses(ctx, f.stranger, f.get(f.target)); err != nil {
		return fmt.Errorf("get of another firm's contact: %w", err)
	}
	if err := f.hides(ctx, own[2*pageSize:3*pageSize]); err != nil {
		return fmt.Errorf("page of another firm: %w", err)
	}
	for _, c := range []call{f.page(f.target.FirmID, 3, false), f.page(f.target.FirmID, 1, true), f.get(f.target)} {
		if err := f.refuses(ctx, "", c); err != nil {
			return fmt.Errorf("without a token: %w", err)
		}
	}
	if status, answer, err := f.send(ctx, "", f.create(0)); err != nil || status < http.StatusBadRequest && f.hasContacts(answer) {
		return errors.Join(fmt.Errorf("create without a token: %d %s", status, answer), err)
	}
	return nil
}

// expect fails unless an answer has these contacts, with this total.
func (f *form) expect(ctx context.Context, token string, c call, want []dataset.Contact, withTotal bool, wantTotal int) error {
	status, answer, err := f.send(ctx, token, c)
	if err != nil {
		return err
	}
	found, total, err := f.read(answer)
	if err != nil || status != http.StatusOK {
		return fmt.Errorf("%d %s: %w", status, answer, err)
	}
	if withTotal && total != wantTotal {
		return fmt.Errorf("the total is %d, not %d", total, wantTotal)
	}
	same := slices.EqualFunc(found, want, func(a, b dataset.Contact) bool {
		return reflect.DeepEqual(a.Comparable(), b.Comparable())
	})
	if same {
		return nil
	}
	for i := range min(len(found), len(want)) {
		if !reflect.DeepEqual(found[i].Comparable(), want[i].Comparable()) {
			return fmt.Errorf("contact %d is %+v, not %+v", i, found[i].Comparable(), want[i].Comparable())
		}
	}
	return fmt.Errorf("%d contacts, not %d: %s", len(found), len(want), answer)
}

// refuses fails if the answer has a contact. PocketBase answers a list with success and no
// contacts.
func (f *form) refuses(ctx context.Context, token string, c call) error {
	status, answer, err := f.send(ctx, token, c)
	if err != nil {
		return err
	}
	if status < http.StatusBadRequest && f.hasContacts(answer) {
		return fmt.Errorf("%d %s", status, answer)
	}
	return nil
}

// hides fails if the stranger, who asks for the firm's page 3, sees a contact of it.
func (f *form) hides(ctx context.Context, page []dataset.Contact) error {
	_, answer, err := f.send(ctx, f.stranger, f.page(f.target.FirmID, 3, false))
	if err != nil {
		return err
	}
	found, _, err := f.read(answer)
	for _, c := range found {
		if slices.ContainsFunc(page, func(of dataset.Contact) bool { return reflect.DeepEqual(of.Comparable(), c.Comparable()) }) {
			return fmt.Errorf("%s", answer)
		}
	}
	return err
}

func (f *form) hasContacts(answer []byte) bool {
	found, total, err := f.read(answer)
	return err == nil && len(found)+max(total, 0) > 0
}

// checkCreated fails unless the contacts that were created are there, with all of their parts.
func (f *form) checkCreated(ctx context.Context) error {
	var created []dataset.Contact
	for n := *f.made - 1; n >= 0 && len(created) < pageSize; n-- {
		created = append(created, newContact(n))
	}
	created = append(created, f.newest...)[:pageSize]
	return f.expect(ctx, f.token, f.page(f.target.FirmID, 1, true), created, true, f.count+*f.made)
}
