import { expect, test } from 'vitest';
import { isAway } from './away.ts';

const failing = (message: string, more: object) => Object.assign(new Error(message), more);

test.each<[string, Error, boolean]>([
  ['nobody listens', failing('connect ECONNREFUSED', { code: 'ECONNREFUSED', syscall: 'connect' }), true],
  ['no name server answers', failing('getaddrinfo EAI_AGAIN', { code: 'EAI_AGAIN' }), true],
  ['this process has no file left', failing('connect EMFILE', { code: 'EMFILE', syscall: 'connect' }), true],
  [
    'it is stopping',
    failing('terminating connection', { code: '57P01', routine: 'ProcessInterrupts' }),
    true,
  ],
  ['it has become a standby', failing('cannot execute INSERT', { code: '25006', routine: 'Prevent' }), true],
  [
    'it takes another password now',
    failing('password authentication failed', { code: '28P01', routine: 'auth_failed' }),
    true,
  ],
  [
    'it takes no connections, as while somebody restores it',
    failing('not currently accepting connections', { code: '55000', routine: 'CheckMyDatabase' }),
    true,
  ],
  [
    'its own time limit ends a statement',
    failing('canceling statement due to statement timeout', { code: '57014', routine: 'ProcessInterrupts' }),
    true,
  ],
  [
    'it no longer lets this user in',
    failing('permission denied for database', {
      code: '42501',
      severity: 'FATAL',
      routine: 'CheckMyDatabase',
    }),
    true,
  ],
  [
    'this user may not read a table',
    failing('permission denied for table', { code: '42501', severity: 'ERROR', routine: 'aclcheck_error' }),
    false,
  ],
  ['it is out of memory', failing('out of memory', { code: '53200', routine: 'AllocSetAlloc' }), true],
  ['it has no file left', failing('could not open file', { code: '53000', routine: 'mdopen' }), true],
  ['its disk fails', failing('could not read block', { code: '58030', routine: 'mdread' }), true],
  ['it was dropped', failing('has been dropped', { code: '57P04', routine: 'RecoveryConflict' }), true],
  ['it was renamed', failing('database does not exist', { code: '3D000', routine: 'InitPostgres' }), true],
  [
    'the photo store does not answer',
    failing('connect ECONNREFUSED', { code: 'ECONNREFUSED', syscall: 'connect', $metadata: {} }),
    false,
  ],
  ['a file is missing', failing('ENOENT', { code: 'ENOENT', syscall: 'open' }), false],
  ['no file can be opened', failing('EMFILE', { code: 'EMFILE', syscall: 'open' }), false],
  ['a row is there already', failing('duplicate key', { code: '23505', routine: '_bt_check_unique' }), false],
  ['a fault of ours', new TypeError('undefined is not a function'), false],
])('where %s the database is away: %o', (_, error, away) => {
  expect(isAway(error)).toBe(away);
});
