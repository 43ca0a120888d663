import { expect, test } from 'vitest'
import { createLatchkey } from './createLatchkey.ts'

test('resolves `ready` on a server, where nothing has to be confirmed', async () => {
  const handle = createLatchkey({ projectId: 'p' })
  await expect(handle.ready).resolves.toBeUndefined()
  handle.destroy()
})
