import { rmSync } from 'node:fs'
import { stackVariable } from './stack.ts'
import { startStack } from './startStack.ts'

/** Starts the local stack, once for all tests. The answer ends it again. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const stack = await startStack()
  process.env[stackVariable] = JSON.stringify({ ...stack.description, shop: stack.url })
  return async () => {
    await stack.stop()
    rmSync(stack.data, { recursive: true, force: true })
  }
}
