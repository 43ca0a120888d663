import { resolve } from 'node:path'
import { isOrigin } from 'latchkey/services'
import { type Reader, type ReadVariable, Wrong, wholeNumber } from '../../core/settings/readers.ts'

export interface FrameSettings {
  /** Where the wallet's page is served, a port of its own; undefined: not by this process. */
  readonly framePort: number | undefined
  /** The built page; that of this repository unless given. */
  readonly frameFolder: string
  /** Where the wallet's page finds the services; in development this machine's port unless given. */
  readonly frameServices: string | undefined
  /** Other origins of the same wallet that may use its passkeys: where it was served before, or will be (T86). */
  readonly frameRelated: readonly string[]
  /** The data of the wallet's origin that browsers must clear, after injected code got into it (T16). */
  readonly frameForgets: readonly ClearableData[]
}

const clearable = ['cache', 'cookies', 'storage'] as const
export type ClearableData = (typeof clearable)[number]

export function readFrameSettings(read: ReadVariable): FrameSettings {
  return {
    framePort: read<number | undefined>('FRAME_PORT', undefined, wholeNumber(0, 65_535)),
    frameFolder: read('FRAME_FOLDER', resolve(import.meta.dirname, '../../../../frame/dist'), text =>
      resolve(text),
    ),
    frameServices: read<string | undefined>('FRAME_SERVICES', undefined, origin),
    frameRelated: read<readonly string[]>('FRAME_RELATED_ORIGINS', [], origins),
    frameForgets: read<readonly ClearableData[]>('FRAME_CLEAR_SITE_DATA', [], clearables),
  }
}

const origin: Reader<string> = text => {
  if (!isOrigin(text)) throw new Wrong('must be an origin such as https://api.example.com')
  return text
}

const origins: Reader<readonly string[]> = text => {
  const listed = text.split(',').map(part => part.trim())
  if (!listed.every(isOrigin))
    throw new Wrong('must list origins such as https://keys.example.com, separated by commas')
  return [...new Set(listed)]
}

const clearables: Reader<readonly ClearableData[]> = text => {
  const words = text.split(',').map(word => word.trim())
  const known = words.flatMap(word => clearable.find(each => each === word) ?? [])
  if (known.length !== words.length) throw new Wrong(`must list some of ${clearable.join(', ')}`)
  return known
}
