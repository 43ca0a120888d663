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
