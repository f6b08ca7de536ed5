package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/app"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/job"
)

type jobsCommand struct {
	List   jobsListCommand   `cmd:"" help:"List jobs, the newest first: what waits, runs or failed."`
	Retry  jobsRetryCommand  `cmd:"" help:"Continue a failed or cancelled job where it was."`
	Cancel jobsCancelCommand `cmd:"" help:"Cancel a job; a step that runs is rolled back."`
}

type jobsListCommand struct {
	app.Basics `embed:""`

	State string `help:"Only jobs in this state: available, scheduled, running, retryable, completed, cancelled or discarded." placeholder:"STATE"`
	Limit int    `help:"How many jobs at most, 1 to 10000." default:"50"`
}

// Help is the long form of the command's help.
func (*jobsListCommand) Help() string {
	return `Without a state, all jobs but those that succeeded are listed. Jobs that succeeded are kept for a day, those that
failed (discarded, when all attempts failed, or cancelled, when they were refused) for a week.`
}

// Run prints a table of jobs.
func (j *jobsListCommand) Run(ctx context.Context, c *console) error {
	return c.withCore(ctx, j.Basics, func(core *app.Core) error {
		states, err := j.states()
		if err != nil {
			return err
		}
		found, err := core.Jobs.List(ctx, states, j.Limit)
		if err != nil {
			return err
		}
		table := tabwriter.NewWriter(c.stdout, 0, 0, 2, ' ', 0)
		fmt.Fprintln(table, "ID\tKIND\tSTATE\tATTEMPT\tTIME\tFIRM\tERROR")
		for _, one := range found {
			firm := "-"
			if one.FirmID != uuid.Nil {
				firm = one.FirmID.String()
			}
			fmt.Fprintf(table, "%d\t%s\t%s\t%d\t%s\t%s\t%s\n", one.ID, one.Kind, one.State, one.Attempt,
				one.At.UTC().Format(time.DateTime), firm, strings.Join(strings.Fields(one.Error), " "))
		}
		return table.Flush()
	})
}

// states returns the states to list: the state in the flag, or all except that of jobs that
// succeeded.
func (j *jobsListCommand) states() ([]job.State, error) {
	if j.Limit < 1 || j.Limit > maxListedJobs {
		return nil, fault.New(fault.ValidationError, "The limit must be from 1 to %d.", maxListedJobs)
	}
	states := slices.DeleteFunc(job.States(), func(one job.State) bool {
		return j.State != "" && j.State != string(one) || j.State == "" && one == job.Completed
	})
	if len(states) == 0 {
		return nil, fault.New(fault.ValidationError, "A job is never %q; its states are %v.", j.State, job.States())
	}
	return states, nil
}

const maxListedJobs = 10_000

type jobsRetryCommand struct {
	app.Basics `embed:""`

	ID int64 `arg:"" help:"The job, as list names it."`
}

// Run retries the job.
func (j *jobsRetryCommand) Run(ctx context.Context, c *console) error {
	return c.withCore(ctx, j.Basics, func(core *app.Core) error {
		if err := core.Jobs.Retry(ctx, j.ID); err != nil {
			return err
		}
		fmt.Fprintf(c.stdout, "The job %d is tried again.\n", j.ID)
		return nil
	})
}

type jobsCancelCommand struct {
	app.Basics `embed:""`

	ID int64 `arg:"" help:"The job, as list names it."`
}

// Run cancels the job.
func (j *jobsCancelCommand) Run(ctx context.Context, c *console) error {
	return c.withCore(ctx, j.Basics, func(core *app.Core) error {
		if err := core.Jobs.Cancel(ctx, j.ID); err != nil {
			return err
		}
		fmt.Fprintf(c.stdout, "The job %d is cancelled.\n", j.ID)
		return nil
	})
}
