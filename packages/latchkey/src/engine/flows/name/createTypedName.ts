import { limits } from '../../../contract/limits.ts'
import { getNameSuggestions } from '../../../contract/profile.ts'
import { createMachine, type Machine } from '../../base/machine.ts'
import type { EngineContext } from '../../context.ts'
import { isLabel, labelIn } from '../../nouns/names/labelIn.ts'
import { nameFault, refusalOf } from '../../nouns/names/nameFault.ts'
import {
  type NameOffer,
  nothingTyped,
  type TypedEvent,
  type TypedName,
  typedTransition,
} from './typedTransition.ts'

/** The field of a name. */
export interface TypedNames {
  readonly machine: Machine<TypedName, TypedEvent>
  /** Takes what was typed, in lower case and without the zone; asks for suggestions once typing stops. The last text wins. */
  type(text: string): void
  /** Asks anew for the same text, at once. */
  retry(): void
  stop(): void
}

/** `zoneOf`: the zone as it is known; nothing is asked without one. */
export function createTypedName(
  ctx: Pick<EngineContext, 'api' | 'clock'>,
  zoneOf: () => string | undefined,
): TypedNames {
  const machine = createMachine<TypedName, TypedEvent>(nothingTyped, typedTransition)
  let asking = new AbortController()
  let cancel = () => {}

  function begin(label: string, delay: number): void {
    stop()
    asking = new AbortController()
    const { signal } = asking
    machine.dispatch({ type: 'typed', label })
    if (machine.getState().at !== 'asking') return
    cancel = ctx.clock.setTimeout(() => void ask(label, signal), delay)
  }

  function stop(): void {
    cancel()
    asking.abort()
  }

  async function ask(label: string, signal: AbortSignal): Promise<void> {
    const zone = zoneOf()
    try {
      const api = await ctx.api()
      const query = zone === undefined ? {} : { zone }
      const { suggestions } = await api.call(getNameSuggestions, { params: { name: label }, query, signal })
      if (signal.aborted) return
      const offers = suggestions.flatMap(({ name, registered }): NameOffer[] => {
        const offered = zone === undefined ? undefined : labelIn(zone, name)
        return isLabel(offered) ? [{ label: offered, isTaken: registered }] : []
      })
      machine.dispatch({ type: 'offered', label, offers })
    } catch (cause) {
      if (signal.aborted) return
      const { status } = refusalOf(cause) ?? {}
      const reason = nameFault('NAME_SUGGESTIONS_FAILED', cause).message
      machine.dispatch({ type: 'failed', label, reason, canRetry: status !== 400 })
    }
  }

  return {
    machine,
    type(text) {
      const typed = text.trim().toLowerCase()
      const zone = zoneOf()
      // Pasted whole, a name has its zone with it.
      const label = (zone === undefined ? undefined : labelIn(zone, typed)) ?? typed
      if (label !== machine.getState().label) begin(label.slice(0, longest), limits.debounce)
    },
    retry: () => begin(machine.getState().label, 0),
    stop,
  }
}

/** Longer ones break the rule of length all the same. */
const longest = 255
