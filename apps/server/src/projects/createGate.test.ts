import { expect, it } from 'vitest'
import { openApp } from '../app.fixture.ts'

it('T101: a call above the whole allowance passes once the allowance is full', async () => {
  const time = { now: 0 }
  const environment = {
    RATE_LIMIT_BURST: '5',
    RATE_LIMIT_PER_SECOND: '1',
    RPC_BATCH_LIMIT: '1',
    RPC_TIMEOUT_MS: '100',
    RPC_UPSTREAMS: '{"eip155:1":["http://127.0.0.1:1"]}',
  }
  const app = await openApp(environment, { clock: () => time.now })
  try {
    await app.addProject('shop')
    const path = `/v1/account/0x${'1'.repeat(40)}/balance?projectId=shop&chainId=eip155:1&forceUpdate=true`
    const ask = async () => (await app.request(path)).status
    // No node answers; the request only has to get that far.
    expect(await ask()).toBe(503)
    expect(await ask()).toBe(429)
    time.now += 5_000
    expect(await ask()).toBe(503)
  } finally {
    await app.close()
  }
})
