import { limits } from 'latchkey/contract'
import { expect, test } from 'vitest'
import { type CustodyClient, CustodyRefusal } from '../keys/custodyClient.ts'
import { pollSocial } from './pollSocial.ts'

/** A poll whose services give these answers, the last one for ever, while time passes with each wait. */
function poll(answers: readonly unknown[]) {
  const world = { now: 0, asked: 0, attempt: new AbortController() }
  const client = {
    call: async () => {
      const answer = answers[Math.min(world.asked++, answers.length - 1)]
      if (answer instanceof Error) throw answer
      return answer
    },
  } as unknown as CustodyClient
  const clock = {
    now: () => world.now,
    wait: async (milliseconds: number) => {
      world.now += milliseconds
      if (world.now > 10 * limits.socialLogin) throw new Error('it never ends')
    },
    signal: new AbortController().signal,
  }
  return { world, run: () => pollSocial(clock, { client, flow: 'f', attempt: world.attempt.signal }) }
}

test('a flow by way of a provider ends after its time, whatever the services answer', async () => {
  for (const answer of [{ state: 'open' }, new CustodyRefusal('offline')])
    await expect(poll([answer]).run()).rejects.toMatchObject({ code: 'LOGIN_ENDED' })
})

test('services that are offline or busy are asked again; another refusal ends it', async () => {
  const done = { state: 'done' }
  const { run, world } = poll([new CustodyRefusal('offline'), new CustodyRefusal('APKT010'), done])
  expect(await run()).toBe(done)
  expect(world.asked).toBe(3)
  await expect(poll([new CustodyRefusal('SIGN_IN_INVALID'), done]).run()).rejects.toMatchObject({
    code: 'SIGN_IN_INVALID',
  })
})

test('an attempt that was given up asks nothing more', async () => {
  const { run, world } = poll([{ state: 'open' }])
  world.attempt.abort()
  await expect(run()).rejects.toMatchObject({ code: 'RPC_ABORTED' })
  expect(world.asked).toBe(0)
})
