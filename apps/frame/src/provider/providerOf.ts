import { oneOf } from 'latchkey/oneof'
import type { Frame } from '../frame.ts'
import { createProvider, type FrameProvider } from './createProvider.ts'
import { providerDepsOf } from './providerDepsOf.ts'
import { providerPlace } from './providerPlace.ts'

/** The provider of the page around, made with the first call that needs it. */
export function providerOf(frame: Frame): FrameProvider {
  const place = oneOf(frame, providerPlace)
  place.provider ??= open(frame)
  return place.provider
}

function open(frame: Frame): FrameProvider {
  const provider = createProvider(providerDepsOf(frame))
  frame.signal.addEventListener('abort', () => provider.abort())
  return provider
}
