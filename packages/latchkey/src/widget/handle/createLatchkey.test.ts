import { expect, test } from 'vitest'
import { createLatchkey } from './createLatchkey.ts'

test('on a server nothing has to be confirmed, so that whoever waits for `ready` goes on', async () => {
  const handle = createLatchkey({ projectId: 'p' })
  await expect(handle.ready).resolves.toBeUndefined()
  handle.destroy()
})
