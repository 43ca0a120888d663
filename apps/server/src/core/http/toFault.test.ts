import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { createLog } from '../log/createLog.ts'
import { StoreError } from '../store/storeError.ts'
import type { AppTypes } from './appTypes.ts'
import { RouteFault } from './routeFault.ts'
import { toFault } from './toFault.ts'

async function faultOf(error: unknown) {
  const lines: string[] = []
  const log = createLog({ level: 'info', sink: { write: line => lines.push(line) } })
  const app = new Hono<AppTypes>().get('/', c => {
    const { code, status, retryAfter } = toFault(error, c, log)
    return c.json({ code, status, retryAfter })
  })
  return { fault: await (await app.request('/')).json(), logged: lines.length }
}

it.each([
  ['a refusal', new RouteFault('APKT002'), { code: 'APKT002', status: 403 }, 0],
  [
    'F42 a busy store',
    new StoreError({ code: 'busy', message: 'x' }),
    { code: 'APKT009', status: 503, retryAfter: 1 },
    1,
  ],
  [
    'F07 a full store',
    new StoreError({ code: 'full', message: 'x' }),
    { code: 'APKT009', status: 503, retryAfter: 1 },
    1,
  ],
  [
    'F42 a lost store',
    new StoreError({ code: 'failed', message: 'x' }),
    { code: 'APKT009', status: 503, retryAfter: 1 },
    1,
  ],
  [
    'a query of ours that is wrong',
    new StoreError({ code: 'invalid', message: 'x' }),
    { code: 'APKT009', status: 500 },
    1,
  ],
  [
    'F42 a disk that fails a reader',
    Object.assign(new Error('disk I/O error'), { code: 'ERR_SQLITE_ERROR', errcode: 266 }),
    { code: 'APKT009', status: 503, retryAfter: 1 },
    1,
  ],
  [
    'a statement of ours that SQLite does not take',
    Object.assign(new Error('no such column'), { code: 'ERR_SQLITE_ERROR', errcode: 1 }),
    { code: 'APKT009', status: 500 },
    1,
  ],
  ['anything else', new TypeError('x'), { code: 'APKT009', status: 500 }, 1],
  ['no error at all', 'x', { code: 'APKT009', status: 500 }, 1],
])('%s', async (_name, error, fault, logged) => {
  expect(await faultOf(error)).toEqual({ fault, logged })
})
