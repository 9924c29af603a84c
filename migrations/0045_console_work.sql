-- The work of the people who use the console: roles, tasks, notes with mentions, notifications, saved views.

ALTER TABLE user_account DROP CONSTRAINT user_account_role_check,
  ADD CONSTRAINT user_account_role_check
  CHECK (role IN ('admin', 'branchManager', 'recruiter', 'viewer', 'integrator', 'dataProtection'));

-- No row in the change log and no event: tasks are not part of the integration API.
CREATE SEQUENCE task_id_seq AS integer;
CREATE TABLE task (
  tenant_id integer NOT NULL REFERENCES tenant (id),
  id integer NOT NULL DEFAULT nextval('task_id_seq'),
  title text NOT NULL,
  due_date date,
  assignee_id integer NOT NULL,
  created_by integer NOT NULL,
  -- The record that the task is about, if any.
  candidate_id integer, company_id integer, request_id integer, job_ad_id integer, application_id integer,
  -- In milliseconds, like the positions of the pages that are sorted by it.
  done_at timestamptz CHECK (done_at = date_trunc('milliseconds', done_at)),
  done_by integer,
  created_at timestamptz NOT NULL DEFAULT clock_now(),
  modified_at timestamptz NOT NULL DEFAULT clock_now(),
  PRIMARY KEY (tenant_id, id),
  CHECK (num_nonnulls(candidate_id, company_id, request_id, job_ad_id, application_id) <= 1),
  CHECK ((done_at IS NULL) = (done_by IS NULL)),
  FOREIGN KEY (tenant_id, assignee_id) REFERENCES user_account (tenant_id, id),
  FOREIGN KEY (tenant_id, created_by) REFERENCES user_account (tenant_id, id),
  FOREIGN KEY (tenant_id, done_by) REFERENCES user_account (tenant_id, id),
  FOREIGN KEY (tenant_id, candidate_id) REFERENCES candidate (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, company_id) REFERENCES company (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, request_id) REFERENCES customer_request (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, job_ad_id) REFERENCES job_ad (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, application_id) REFERENCES application (tenant_id, id) ON DELETE CASCADE
);
-- The lists of open and done tasks, of a tenant and of a user. The expressions are those that the lists sort by.
CREATE INDEX task_open ON task (tenant_id, coalesce(due_date, 'infinity'::date), id) WHERE done_at IS NULL;
CREATE INDEX task_open_of_assignee ON task (tenant_id, assignee_id, coalesce(due_date, 'infinity'::date), id)
  WHERE done_at IS NULL;
CREATE INDEX task_done ON task (tenant_id, done_at, id) WHERE done_at IS NOT NULL;
CREATE INDEX task_done_of_assignee ON task (tenant_id, assignee_id, done_at, id) WHERE done_at IS NOT NULL;
-- The tasks of a record, also for its deletion.
CREATE INDEX task_by_candidate ON task (tenant_id, candidate_id) WHERE candidate_id IS NOT NULL;
CREATE INDEX task_by_company ON task (tenant_id, company_id) WHERE company_id IS NOT NULL;
CREATE INDEX task_by_request ON task (tenant_id, request_id) WHERE request_id IS NOT NULL;
CREATE INDEX task_by_job_ad ON task (tenant_id, job_ad_id) WHERE job_ad_id IS NOT NULL;
CREATE INDEX task_by_application ON task (tenant_id, application_id) WHERE application_id IS NOT NULL;
CALL protect_tenant_table('task');

-- The users that a note mentions.
CREATE TABLE communication_mention (
  tenant_id integer NOT NULL,
  communication_id integer NOT NULL,
  user_id integer NOT NULL,
  PRIMARY KEY (tenant_id, communication_id, user_id),
  FOREIGN KEY (tenant_id, communication_id) REFERENCES communication (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, user_id) REFERENCES user_account (tenant_id, id)
);
CALL protect_tenant_table('communication_mention');

-- What a user is told of. Only references, so that nothing personal outlives its record.
CREATE SEQUENCE notification_id_seq AS integer;
CREATE TABLE notification (
  tenant_id integer NOT NULL REFERENCES tenant (id),
  id integer NOT NULL DEFAULT nextval('notification_id_seq'),
  user_id integer NOT NULL,
  -- The user who caused it.
  actor_id integer NOT NULL,
  kind text NOT NULL CHECK (kind IN ('mention', 'taskAssigned')),
  communication_id integer,
  task_id integer,
  created_at timestamptz NOT NULL DEFAULT clock_now(),
  read_at timestamptz,
  PRIMARY KEY (tenant_id, id),
  CHECK ((kind = 'mention') = (communication_id IS NOT NULL)),
  CHECK ((kind = 'taskAssigned') = (task_id IS NOT NULL)),
  FOREIGN KEY (tenant_id, user_id) REFERENCES user_account (tenant_id, id),
  FOREIGN KEY (tenant_id, actor_id) REFERENCES user_account (tenant_id, id),
  FOREIGN KEY (tenant_id, communication_id) REFERENCES communication (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, task_id) REFERENCES task (tenant_id, id) ON DELETE CASCADE
);
-- The list of a user, and the number of unread ones.
CREATE INDEX notification_of_user ON notification (tenant_id, user_id, id);
CREATE INDEX notification_unread ON notification (tenant_id, user_id, id) WHERE read_at IS NULL;
-- For the deletion of what they refer to.
CREATE INDEX notification_by_communication ON notification (tenant_id, communication_id)
  WHERE communication_id IS NOT NULL;
CREATE INDEX notification_by_task ON notification (tenant_id, task_id) WHERE task_id IS NOT NULL;
CALL protect_tenant_table('notification');

-- Filters of lists that users keep, for themselves or for a branch.
CREATE SEQUENCE saved_view_id_seq AS integer;
CREATE TABLE saved_view (
  tenant_id integer NOT NULL REFERENCES tenant (id),
  id integer NOT NULL DEFAULT nextval('saved_view_id_seq'),
  -- The owner.
  user_id integer NOT NULL,
  -- The branch whose users see it; NULL means only the owner does.
  branch_id integer,
  name text NOT NULL,
  screen text NOT NULL,
  -- json keeps the order of properties, which jsonb changes. Nothing searches in it.
  filter json NOT NULL CHECK (json_typeof(filter) = 'object'),
  created_at timestamptz NOT NULL DEFAULT clock_now(),
  modified_at timestamptz NOT NULL DEFAULT clock_now(),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES user_account (tenant_id, id),
  FOREIGN KEY (tenant_id, branch_id) REFERENCES branch (tenant_id, id)
);
-- Also finds the views of a user.
CREATE UNIQUE INDEX saved_view_name ON saved_view (tenant_id, user_id, screen, name);
CREATE INDEX saved_view_by_branch ON saved_view (tenant_id, branch_id) WHERE branch_id IS NOT NULL;
CALL protect_tenant_table('saved_view');
