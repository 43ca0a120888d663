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
