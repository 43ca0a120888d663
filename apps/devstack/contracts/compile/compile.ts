// Compiles ../*.sol and Permit2 into ../artifacts. `--check` compiles and compares instead of writing. The compiler has its own
// lockfile here, outside the workspaces, so that other tasks do not download it. What it writes is committed, so each source has to
// name a licence that may be shipped, whatever its package says.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { isAllowedExpression } from '../../../../scripts/licences/licenceExpression.ts'
import { allowedLicences } from '../../../../scripts/licences/policy.ts'
import { spdxLine } from '../../../../scripts/licences/spdxOf.ts'

const here = import.meta.dirname
const sourceFolder = join(here, '..')
const artifactFolder = join(here, '..', 'artifacts')

const settings = {
  evmVersion: 'cancun',
  optimizer: { enabled: true, runs: 200 },
  // No hash of the metadata in the code: the same source gives the same bytes, and so the same address.
  metadata: { bytecodeHash: 'none', appendCBOR: false },
}

/** Permit2 as it was published, but for the library in ../permit2 and so for its bytes. */
const permit2 = {
  source: '@uniswap/v4-periphery/lib/permit2/src/Permit2.sol',
  library: 'permit2/SafeTransferLib.sol',
  settings: {
    viaIR: true,
    optimizer: { enabled: true, runs: 1_000_000 },
    metadata: { bytecodeHash: 'none' },
  },
}

interface CompiledContract {
  abi: unknown
  evm: { bytecode: { object: string }; deployedBytecode: { object: string } }
}
interface CompilerOutput {
  errors?: { severity: string; formattedMessage: string }[]
  contracts?: Record<string, Record<string, CompiledContract>>
}
interface Compiler {
  version(): string
  compile(
    input: string,
    callbacks: { import(path: string): { contents: string } | { error: string } },
  ): string
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
/** Reads a source. @throws Error when its SPDX line names no licence that may be shipped. */
function readSource(path: string): string {
  const text = readFileSync(path, 'utf8')
  const licence = spdxLine(text)
  if (!isAllowedExpression(licence, allowedLicences)) throw new Error(`${path} is under "${licence}"`)
  return text
}
const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

function installCompiler(): void {
  if (['solc', 'solc-permit2'].every(name => existsSync(join(here, 'node_modules', name)))) return
  console.log('Installing the Solidity compilers (package-lock.json of this folder)…')
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: here, stdio: 'inherit' })
}

const load = createRequire(join(here, 'package.json'))

function artifact(contract: string, source: string, compiled: CompiledContract): string {
  return json({
    contract,
    source,
    bytecode: `0x${compiled.evm.bytecode.object}`,
    deployedBytecode: `0x${compiled.evm.deployedBytecode.object}`,
    abi: compiled.abi,
  })
}

function compilePermit2(): { text: string; recorded: unknown } {
  const compiler: Compiler = load('solc-permit2')
  const { source, library, settings } = permit2
  const imported = new Map<string, string>()
  const open = (path: string): string => {
    // Both of the files that are not taken from the package are one of ours.
    const isOurs = path.includes('solmate/')
    const contents = readSource(isOurs ? join(sourceFolder, library) : join(here, 'node_modules', path))
    imported.set(isOurs ? library : path, sha256(contents))
    return contents
  }
  const outputSelection = {
    [source]: { Permit2: ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object'] },
  }
  const input = {
    language: 'Solidity',
    sources: { [source]: { content: open(source) } },
    settings: {
      ...settings,
      // Two names for one file would be two types.
      remappings: ['solmate/src/tokens/ERC20.sol=solmate/', 'solmate/src/utils/SafeTransferLib.sol=solmate/'],
      outputSelection,
    },
  }
  const output: CompilerOutput = JSON.parse(
    compiler.compile(JSON.stringify(input), { import: path => ({ contents: open(path) }) }),
  )
  const { Permit2: compiled } = output.contracts?.[source] ?? {}
  if (!compiled) throw new Error((output.errors ?? []).map(problem => problem.formattedMessage).join('\n'))
  return {
    text: artifact('Permit2', source, compiled),
    recorded: {
      compiler: { name: 'solc', version: compiler.version(), settings },
      sources: Object.fromEntries([...imported].sort(([a], [b]) => (a < b ? -1 : 1))),
    },
  }
}

function compileAll(): Map<string, string> {
  const compiler: Compiler = load('solc')
  const packages: { devDependencies: Record<string, string> } = load('./package.json')

  const names = readdirSync(sourceFolder).filter(name => name.endsWith('.sol'))
  names.sort()
  const sources: Record<string, { content: string }> = {}
  for (const name of names) sources[name] = { content: readSource(join(sourceFolder, name)) }

  const imported = new Map<string, string>()
  const input = {
    language: 'Solidity',
    sources,
    settings: {
      ...settings,
      outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object'] } },
    },
  }
  const output: CompilerOutput = JSON.parse(
    compiler.compile(JSON.stringify(input), {
      import(path) {
        if (!path.startsWith('@openzeppelin/contracts/')) return { error: `Import not allowed: ${path}` }
        const contents = readSource(join(here, 'node_modules', path))
        imported.set(path, sha256(contents))
        return { contents }
      },
    }),
  )
  const problems = output.errors ?? []
  if (problems.length > 0) throw new Error(problems.map(problem => problem.formattedMessage).join('\n'))

  const files = new Map<string, string>()
  for (const name of names) {
    const contract = name.replace('.sol', '')
    const compiled = output.contracts?.[name]?.[contract]
    if (!compiled) throw new Error(`${name} does not hold a contract named ${contract}`)
    files.set(`${contract}.json`, artifact(contract, name, compiled))
  }
  const { text, recorded } = compilePermit2()
  files.set('Permit2.json', text)
  files.set(
    'manifest.json',
    json({
      compiler: { name: 'solc', version: compiler.version(), settings },
      packages: packages.devDependencies,
      sources: Object.fromEntries(names.map(name => [name, sha256(sources[name]?.content ?? '')])),
      permit2: recorded,
      imports: Object.fromEntries([...imported].sort(([a], [b]) => (a < b ? -1 : 1))),
      artifacts: Object.fromEntries([...files].map(([name, text]) => [name, sha256(text)])),
    }),
  )
  return files
}

installCompiler()
const files = compileAll()
if (process.argv.includes('--check')) {
  const read = (name: string): string | undefined => {
    const path = join(artifactFolder, name)
    return existsSync(path) ? readFileSync(path, 'utf8') : undefined
  }
  const stale = [...files].filter(([name, text]) => read(name) !== text).map(([name]) => name)
  if (stale.length > 0) {
    console.error(`Not what the sources compile to: ${stale.join(', ')}. Run compile.ts without --check.`)
    process.exit(1)
  }
  console.log(`${files.size} artefacts are what the sources compile to, byte for byte.`)
} else {
  rmSync(artifactFolder, { recursive: true, force: true })
  mkdirSync(artifactFolder, { recursive: true })
  for (const [name, text] of files) writeFileSync(join(artifactFolder, name), text)
  console.log(`Wrote ${files.size} artefacts.`)
}
