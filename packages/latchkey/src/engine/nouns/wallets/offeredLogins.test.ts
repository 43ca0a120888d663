import { expect, test } from 'vitest'
import { testFacts } from '../../../chains/fixtures/testFacts.ts'
import type { Features, LatchkeyOptions } from '../../../contract/options.ts'
import { resolveConfig } from '../../base/config.ts'
import { offeredLogins } from './offeredLogins.ts'

const adapter = (namespace: string, embedded?: 'eip1193') => ({
  namespace,
  facts: { ...testFacts(namespace), ...(embedded && { embedded }) },
  discover: () => () => undefined,
  load: async () => ({}) as never,
})
const speaking = adapter('eip155', 'eip1193')
const on: Features = { email: true, socials: ['x'] }
const frame = { frame: 'https://keys.example' }

test.each<[string, Partial<LatchkeyOptions>, Features, string | undefined, boolean, boolean]>([
  ['both', {}, on, undefined, true, true],
  ['both for the namespace that the frame speaks', {}, on, 'eip155', true, true],
  ['none for another namespace', {}, on, 'orbit', false, false],
  [
    'none without an adapter that speaks with the frame',
    { adapters: [adapter('orbit')] },
    on,
    undefined,
    false,
    false,
  ],
  ['none without a frame', { endpoints: {} }, on, undefined, false, false],
  ['none in basic mode', { basic: true }, on, undefined, false, false],
  ['no email where it is off', {}, { email: false, socials: true }, undefined, false, true],
  ['no socials where the list is empty', {}, { email: true, socials: [] }, undefined, true, false],
  ['none where nothing is said', {}, {}, undefined, false, false],
])('SPEC §2 offers %s', (_title, options, features, namespace, email, socials) => {
  const config = resolveConfig({
    projectId: 'p',
    endpoints: frame,
    adapters: [speaking, adapter('orbit')],
    ...options,
  })
  expect(offeredLogins({ config, features }, namespace)).toEqual({ email, socials })
})
