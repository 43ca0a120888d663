import type { DevstackDescription } from '@latchkey/devstack'
import { expect } from '@playwright/test'
import { readStack } from './stack.ts'

/**
 * Begins the bundler of the stack, which waits until a test needs it, and returns its address once it answers. Further calls find it.
 * It installs its packages where they are missing, which takes a minute.
 */
export async function needBundler(): Promise<string> {
  const { pid, shop } = readStack()
  process.kill(pid, 'SIGUSR2')
  let bundler: string | undefined
  await expect
    .poll(
      async () => {
        const description = (await (await fetch(`${shop}/devstack.json`)).json()) as DevstackDescription
        bundler = description.bundler
        return bundler
      },
      { timeout: 240_000 },
    )
    .toBeDefined()
  if (bundler === undefined) throw new Error('The bundler has no address')
  return bundler
}

/** Kills the bundler, with all that it was given. Settles once it answers no more; `needBundler` waits for the next one. */
export async function killBundler(bundler: string): Promise<void> {
  process.kill(readStack().pid, 'SIGUSR1')
  const answers = () =>
    fetch(bundler, { method: 'POST' }).then(
      () => true,
      () => false,
    )
  await expect.poll(answers).toBe(false)
}

/** Has the bundler keep what it takes, until `sendBundle` or its next start. */
export async function holdBundles(bundler: string): Promise<void> {
  await command(bundler, 'debug_bundler_setBundlingMode', ['manual'])
}

/** Has a bundler that keeps what it takes give all of that to its chain. */
export async function sendBundle(bundler: string): Promise<void> {
  await command(bundler, 'debug_bundler_sendBundleNow', [])
}

async function command(bundler: string, method: string, params: readonly unknown[]): Promise<void> {
  const answer = await fetch(bundler, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  expect(await answer.json()).toMatchObject({ result: 'ok' })
}
