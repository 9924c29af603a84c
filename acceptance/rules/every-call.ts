import type { RuleList } from './rule-list.ts';

// What applies to every operation of the interface.

export const EVERY_CALL = {
  authentication: {
    formGivesToken:
      'A form with the grant type, client id, secret and audience returns a bearer token and its lifetime in seconds.',
    onlyForms: 'The token endpoint accepts only forms. Its errors follow RFC 6749.',
    oneGrant: 'The only grant type is client_credentials.',
    missingField: 'A missing field is an invalid_request error that names the field.',
    credentialsExact:
      'Wrong or unknown credentials, and credentials with spaces around them, all return the same invalid_client error.',
    basic: 'The client id and secret can be sent with HTTP Basic instead.',
    audienceExact:
      'The audience must be exactly the API identifier. Any other is an invalid_target error that names the right one.',
    withoutAudience: 'Without an audience, the token endpoint issues a token that the API rejects.',
    tokenNotStored: 'Caches must not store the response of the token endpoint.',
    tokenFormat: 'The token is a JWT as in RFC 9068, signed with a key in the published key set.',
    metadata: 'The token endpoint, the keys and the scopes are published as in RFC 8414, without a token.',
    everyCallNeedsToken: 'Every operation needs a token. Without one, it returns a 401 with a challenge.',
    headerForm: 'The token follows "Bearer" and a single space, without quotation marks.',
    wrongTokenRefused: 'An invalid token returns a 401 with the challenge invalid_token.',
    oneTokenForManyCalls: 'A token can be used for any number of calls until it expires.',
    renewOnce: 'After a 401, a client requests one new token and retries the call once.',
    permissionNeeded:
      'An application without the permission for an operation gets a 403 that names the permission.',
    scopeNarrows: 'A token can be requested for fewer permissions than the application has.',
    ledger: 'Tokens are counted per calendar month: 100 are free, and each further one costs EUR 0.10.',
    quotaNeverRefuses: {
      text: 'A token is issued even when the quota is used up.',
      because: 'it would cost the installation a hundred tokens',
      shownBy: ['server/areas/access/ledger.test.ts'],
    },
    guessingThrottled: {
      text: 'After ten failures in a minute for one client id from one network, the token endpoint returns a 429 with Retry-After there.',
      because: 'it would lock out the network of the other tests',
      shownBy: ['server/areas/access/throttle.test.ts'],
    },
    twoSecrets: {
      text: 'An application can have two valid secrets, so that it can rotate them without an interruption.',
      because: 'only the operator can rotate secrets',
      shownBy: ['server/areas/access/clients.test.ts'],
    },
    disabledWithinSeconds: {
      text: 'The tokens of a disabled application stop working within five seconds.',
      because: 'only the operator can disable applications',
      shownBy: ['server/areas/access/clients.test.ts'],
    },
    keysRotate: {
      text: 'After the signing key is rotated, tokens signed with the old key remain valid.',
      because: 'only the operator can rotate keys',
      shownBy: ['server/areas/access/keys.test.ts'],
    },
    tenantsApart: {
      text: 'A token acts for one tenant. The ids of another tenant do not exist for it.',
      because: 'an application belongs to a single tenant',
      shownBy: ['server/checks/tenant-sweep.test.ts', 'server/checks/row-level-security.test.ts'],
    },
  },
  calls: {
    userAgentNeeded:
      'Every call needs a User-Agent with a product and a version. Otherwise it returns a 400.',
    jsonNeeded: 'A body must be application/json. Any other type returns a 415.',
    requestId: 'Every response has an X-Request-Id.',
    compressed: 'Responses are compressed with gzip or brotli if the client accepts it.',
    language: 'Names from value lists are in English, or in German with Accept-Language: de.',
    etag: 'Reads return an ETag. A client that sends it back gets a 304 until something has changed.',
    timesInUtc: 'Times are ISO 8601 with any offset, or none for UTC. They are returned in UTC with Z.',
    unknownPropertiesNamed: 'Unknown and read-only properties are ignored, and a header names them.',
    strict: 'With Prefer: handling=strict, unknown and read-only properties are faults.',
    queryNamesInAnyCase: 'The names of query parameters are not case-sensitive.',
    unknownQueryRefused:
      'An unknown query parameter is a fault, so a misspelled filter never returns everything.',
    datesChecked:
      'Dates are calendar dates as YYYY-MM-DD from 0001-01-01, and a period must not end before it starts.',
    onlySentChanges: 'A change affects only the properties that are sent, in nested objects too.',
    nullClears: 'null clears an optional property, and is a fault for a required one.',
    textsTrimmed: 'Texts are trimmed, and blank text in an optional property means null.',
    nothingChanged: 'A change without properties, or with the current values, has no effect.',
  },
  errors: {
    record: 'Every error has a messageGuid, a message and the list of faults.',
    allAtOnce: 'An error lists all faults of the request, each with its property, a code and a message.',
    pathOfProperty: 'The property of a fault is a dotted path, with an index for lists.',
    nothingRepeated: 'Messages do not repeat the values that were sent.',
    unknownReference: 'A body that refers to a record that does not exist is a 400 with unknownReference.',
    badJson: 'A body that is not JSON is a 400.',
    unknownId: 'An id in the path that does not exist, or is not an id, is a 404.',
    unknownPath: 'An unknown path is a 404.',
    wrongMethod: 'A method that a path does not support is a 405 that lists the supported ones.',
    bugs: {
      text: 'A failure of the service is a 500 with nothing but the guid, which is also in its log.',
      because: 'no request should make the service fail',
      shownBy: ['server/core/http/server-errors.test.ts'],
    },
    databaseAway: {
      text: 'While the database is unavailable, calls return a 503.',
      because: 'only the operator can stop the database',
      shownBy: ['server/core/http/server-errors.test.ts'],
    },
    guidInLog: {
      text: 'The messageGuid of an error is in the log of the service.',
      because: 'only the operator can read the log',
      shownBy: ['server/core/http/errors.test.ts'],
    },
  },
  idempotency: {
    answerRepeated: 'The same key with the same body returns the first response again and creates nothing.',
    otherBody: 'The same key with another body is a 400 with duplicate.',
    refusalLeavesKeyFree: 'A call that fails does not use up its key.',
    keyLength: 'A key has 1 to 255 characters.',
    atOnce:
      'Of several concurrent calls with one key, one creates the record. The others get its response or a 409.',
    oneDay: {
      text: 'The response is kept for 24 hours.',
      because: 'a test cannot wait for a day',
      shownBy: ['server/core/http/idempotency.test.ts'],
    },
  },
  limits: {
    applicationBody:
      'An external application is at most 100 MB. A larger one is rejected before its body is sent.',
    document: 'A document is at most 25 MB.',
    picture: 'A picture is at most 10 MB.',
    texts: 'Names have at most 100 characters, other single-line texts 255, ids of a source system 100.',
    memory: {
      text: 'A body of 100 MB is received with bounded memory.',
      because: 'only the operator can measure the memory of the service',
      shownBy: ['acceptance/large-bodies.test.ts'],
    },
  },
  versions: {
    inPath: 'The version is part of the path: the base URL ends in /v3. There is no other version.',
    document: 'The OpenAPI document can be read without a token, as JSON, as YAML and as a web page.',
    operations: 'It has the 116 operations of the interface. Later additions are marked with their release.',
    health: 'The health of the service can be read without a token.',
  },
} as const satisfies RuleList;
