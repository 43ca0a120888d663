import { isIP } from 'node:net'
import { parseArgs } from 'node:util'
import type { DemandName } from '../chains/devNetworks.ts'
import { type DevPart, defaultPort, demandNames, devParts, highestFirstPort } from '../stack/ports.ts'

/** What the command line asked for. */
export interface Command {
  readonly help: boolean
  readonly port: number
  readonly host: string
  readonly data: string | undefined
  readonly fresh: boolean
  readonly automine: boolean
  readonly hot: boolean
  readonly parts: readonly DevPart[]
  /** Chains to start on demand, each once. */
  readonly chains: readonly DemandName[]
}

export const helpText = `npm start -- [options]

  --port N         first port; the others are counted from it (default ${defaultPort})
  --data DIR       where the chains and the services keep their data (default .data/devstack)
  --fresh          forget what they kept and begin anew
  --chains LIST    start these chains too, separated by commas, or all: ${demandNames.join(', ')}
  --no-playground  leave the playground and the phone wallet out, for a page of your own
  --no-bundler     leave the bundler out: no smart accounts
  --dev            playground from Vite's development server, with hot reloading
  --automine       a block for each transaction instead of one each second
  --host IP        address to listen on (default 127.0.0.1; 0.0.0.0 for everybody)
  --help           this text
`

const options = {
  port: { type: 'string' },
  data: { type: 'string' },
  host: { type: 'string' },
  chains: { type: 'string' },
  fresh: { type: 'boolean' },
  dev: { type: 'boolean' },
  'no-playground': { type: 'boolean' },
  'no-bundler': { type: 'boolean' },
  automine: { type: 'boolean' },
  help: { type: 'boolean' },
} as const

/**
 * Reads the command line of the dev stack.
 * @param known the chains that `--chains` takes.
 * @returns the command, or one line with the error.
 */
export function parseCommand(
  args: readonly string[],
  known: readonly DemandName[] = demandNames,
): Command | string {
  const { tokens } = parseArgs({ args: [...args], options, strict: false, tokens: true })
  const texts = new Map<string, string>()
  const flags = new Set<string>()
  for (const token of tokens) {
    if (token.kind === 'option-terminator') continue
    if (token.kind === 'positional') return `Unexpected argument ${token.value}; --help lists what there is.`
    const option = Object.hasOwn(options, token.name)
      ? options[token.name as keyof typeof options]
      : undefined
    if (!option || token.rawName !== `--${token.name}`)
      return `Unknown option ${token.rawName}; --help lists them all.`
    if (option.type === 'boolean') {
      if (token.value !== undefined) return `${token.rawName} takes no value.`
      flags.add(token.name)
    } else {
      if (!token.value || (!token.inlineValue && token.value.startsWith('--')))
        return `${token.rawName} needs a value.`
      texts.set(token.name, token.value)
    }
  }
  const port = texts.get('port') ?? String(defaultPort)
  if (!/^\d{1,5}$/.test(port) || Number(port) < 1 || Number(port) > highestFirstPort) {
    return `--port must be a number from 1 to ${highestFirstPort}, not ${port}.`
  }
  const host = texts.get('host') ?? '127.0.0.1'
  if (isIP(host) !== 4) return `--host must be an IPv4 address, not ${host}.`
  const chains = parseChains(texts.get('chains'), known)
  if (typeof chains === 'string') return chains
  return {
    help: flags.has('help'),
    port: Number(port),
    host,
    data: texts.get('data'),
    fresh: flags.has('fresh'),
    automine: flags.has('automine'),
    hot: flags.has('dev'),
    parts: devParts.filter(
      part =>
        !(flags.has('no-playground') && (part === 'playground' || part === 'phone')) &&
        !(flags.has('no-bundler') && part === 'bundler'),
    ),
    chains,
  }
}

function parseChains(text: string | undefined, known: readonly DemandName[]): readonly DemandName[] | string {
  if (text === undefined) return []
  if (text === 'all') return known
  const words = new Set(text.split(',').map(word => word.trim()))
  const unknown = [...words].find(word => !known.some(name => name === word))
  // Words of the command line are shown as they are quoted in JSON: one may be empty.
  if (unknown !== undefined)
    return `--chains does not know ${JSON.stringify(unknown)}; it takes ${[...known, 'all'].join(', ')}.`
  return known.filter(name => words.has(name))
}
