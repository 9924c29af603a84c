// The interface from outside, rule by rule: COVERAGE.md lists them. The order is that of a newcomer.

import './interface/authentication.ts';
import './interface/calls.ts';
import './interface/errors.ts';
import './interface/idempotency.ts';
import './interface/limits.ts';
import './interface/candidates.ts';
import './interface/addresses.ts';
import './interface/status.ts';
import './interface/skills.ts';
import './interface/resume.ts';
import './interface/channels.ts';
import './interface/duplicates.ts';
import './interface/applications.ts';
import './interface/documents.ts';
import './interface/communication.ts';
import './interface/companies.ts';
import './interface/sites.ts';
import './interface/locations.ts';
import './interface/requests.ts';
import './interface/job-ads.ts';
import './interface/users.ts';
import './interface/master-data.ts';
import './interface/changes.ts';
import './interface/feed.ts';
import './interface/webhooks.ts';
import './interface/versions.ts';
