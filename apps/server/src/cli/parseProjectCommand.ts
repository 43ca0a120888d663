import { parseArgs } from 'node:util'
import {
  type FeatureId,
  featureIds,
  isOrigin,
  mostProjectAddresses,
  projectIdSchema,
} from 'latchkey/services'
import * as v from 'valibot'
import { viem } from '../core/libraries/viem.ts'
import { isDevelopmentProject } from '../projects/findProject.ts'
import { CommandError } from './commandError.ts'
import { type AccessCommand, accessHelp, isAccessVerb, parseAccessCommand } from './parseAccessCommand.ts'

/** A flag as it is to be: on or off, or on for a list of words. */
export interface FeatureChange {
  readonly id: FeatureId
  readonly isEnabled: boolean
  readonly config: readonly string[] | null
}

export type ProjectCommand =
  | { readonly verb: 'list' }
  | { readonly verb: 'show'; readonly id: string }
  | {
      readonly verb: 'create'
      readonly id: string | undefined
      readonly name: string | undefined
      readonly origins: readonly string[]
      readonly features: readonly FeatureChange[]
      readonly analytics: boolean
    }
  | {
      readonly verb: 'origins'
      readonly id: string
      readonly change: 'add' | 'remove' | 'set'
      readonly origins: readonly string[]
    }
  | { readonly verb: 'features'; readonly id: string; readonly features: readonly FeatureChange[] }
  | { readonly verb: 'addresses'; readonly id: string; readonly addresses: readonly `0x${string}`[] }
  | { readonly verb: 'analytics'; readonly id: string; readonly on: boolean }

export type ParsedCommand = { readonly json: boolean } & (
  | { readonly help: true }
  | { readonly help: false; readonly command: ProjectCommand | AccessCommand }
)

export const projectHelp = `latchkey-server project <command>, with the variables of the server (DATA_FOLDER or DATABASE_URL):

  list                                   every project
  show <id>                              one of them
  create [id] [--name <name>] [--origin <origin>]... [--feature <flag>]... [--analytics]
                                         a new one; without an id it is given one
  origins <id> add|remove|set <origin>...
                                         the pages that may use it, as https://shop.example
  features <id> <flag>...                swap=on, swap=off, or social_login=google,x
  addresses <id> <address>...            its own addresses, all of them, by which the wallet knows it; or none
  analytics <id> on|off                  whether its pages' events are stored
${accessHelp}

  --json                                 the answer as JSON

Flags: ${featureIds.join(', ')}.
It may run while servers do; they see a change within PROJECT_CACHE_MS, at once where they share a database server.`

/** What the words after `latchkey-server project` ask for. @throws CommandError. */
export function parseProjectCommand(words: readonly string[]): ParsedCommand {
  const { values, positionals } = readWords(words)
  const { json = false, help = false, ...more } = values
  const [verb, ...rest] = positionals
  if (help || verb === undefined || verb === 'help') return { json, help: true }
  if (verb !== 'create' && Object.keys(more).length > 0)
    throw new CommandError(`--${Object.keys(more)[0]} goes with create alone`)
  if (isAccessVerb(verb)) return { json, help: false, command: parseAccessCommand(verb, rest, parseId) }
  return { json, help: false, command: parseVerb(verb, rest, more) }
}

type CreateValues = Omit<ReturnType<typeof readWords>['values'], 'json' | 'help'>

function readWords(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        json: { type: 'boolean' },
        help: { type: 'boolean' },
        name: { type: 'string' },
        origin: { type: 'string', multiple: true },
        feature: { type: 'string', multiple: true },
        analytics: { type: 'boolean' },
      },
    })
  } catch (error) {
    throw new CommandError(error instanceof Error ? error.message : String(error))
  }
}

function parseVerb(verb: string, rest: readonly string[], values: CreateValues): ProjectCommand {
  const [first, second, ...others] = rest
  switch (verb) {
    case 'list':
      none(rest)
      return { verb }
    case 'show':
      none(rest.slice(1))
      return { verb, id: parseId(first) }
    case 'create': {
      none(rest.slice(1))
      if (first !== undefined && isDevelopmentProject(first))
        throw new CommandError(`${first} exists with LATCHKEY_DEV=1`)
      return {
        verb,
        id: first === undefined ? undefined : parseId(first),
        name: values.name === undefined ? undefined : parseName(values.name),
        origins: (values.origin ?? []).map(parseOrigin),
        features: (values.feature ?? []).map(parseFeature),
        analytics: values.analytics ?? false,
      }
    }
    case 'origins': {
      if (second !== 'add' && second !== 'remove' && second !== 'set')
        throw new CommandError('origins <id> wants add, remove or set')
      if (others.length === 0 && second !== 'set')
        throw new CommandError(`Which origins are to be ${second === 'add' ? 'added' : 'removed'}?`)
      return {
        verb,
        id: parseId(first),
        change: second,
        origins: second === 'remove' ? others : others.map(parseOrigin),
      }
    }
    case 'features': {
      const features = rest.slice(1).map(parseFeature)
      if (features.length === 0) throw new CommandError('Which flags? For example swap=on')
      return { verb, id: parseId(first), features }
    }
    case 'addresses': {
      const words = rest.slice(1)
      if (words.length === 0) throw new CommandError('Which addresses? Or none')
      const isNone = words.length === 1 && words[0] === 'none'
      if (words.length > mostProjectAddresses)
        throw new CommandError(`A project has at most ${mostProjectAddresses} addresses`)
      return { verb, id: parseId(first), addresses: isNone ? [] : words.map(parseAddress) }
    }
    case 'analytics':
      none(others)
      if (second !== 'on' && second !== 'off') throw new CommandError('analytics <id> wants on or off')
      return { verb, id: parseId(first), on: second === 'on' }
    default:
      throw new CommandError(`There is no command "${verb}"; --help lists them`)
  }
}

function none(words: readonly string[]): void {
  if (words.length > 0) throw new CommandError(`"${words[0]}" is one word too many`)
}

function parseId(text: string | undefined): string {
  if (!v.is(projectIdSchema, text)) throw new CommandError('A project id is 1 to 64 letters, digits, - or _')
  return text
}

function parseName(text: string): string {
  if (text.length < 1 || text.length > 200) throw new CommandError('A name has 1 to 200 characters')
  return text
}

/** With its checksum, so that a mistyped address gets no name. */
function parseAddress(text: string): `0x${string}` {
  const { isAddress, getAddress } = viem()
  if (!isAddress(text))
    throw new CommandError(`"${text.slice(0, 100)}" is no EVM address, or a character of it is wrong`)
  return getAddress(text)
}

function parseOrigin(text: string): string {
  if (isOrigin(text)) return text
  const meant = URL.parse(text)?.origin
  const hint = isOrigin(meant) ? `; did you mean ${meant}?` : ', such as https://shop.example'
  throw new CommandError(`"${String(text).slice(0, 300)}" is no origin as a browser writes it${hint}`)
}

function parseFeature(text: string): FeatureChange {
  const [name = '', value, more] = text.split('=')
  const id = featureIds.find(known => known === name)
  if (id === undefined)
    throw new CommandError(`"${name.slice(0, 64)}" is none of the flags: ${featureIds.join(', ')}`)
  if (value === undefined || more !== undefined) throw new CommandError(`${id} wants =on, =off or =one,two`)
  if (value === 'on' || value === 'off') return { id, isEnabled: value === 'on', config: null }
  const config = value.split(',')
  if (config.length > 64 || !config.every(word => /^[\w.-]{1,64}$/.test(word)))
    throw new CommandError(`${id} wants =on, =off or =one,two`)
  return { id, isEnabled: true, config }
}
