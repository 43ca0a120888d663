import fc from 'fast-check'
import { expect, test } from 'vitest'
import { helpText, parseCommand } from './parseCommand.ts'

const defaults = {
  help: false,
  port: 4400,
  host: '127.0.0.1',
  data: undefined,
  fresh: false,
  automine: false,
  hot: false,
  parts: ['playground', 'services', 'frame', 'phone', 'inbox', 'providers', 'faucet', 'ramp', 'bundler'],
  chains: [],
}
const known = ['bitcoin', 'sui', 'cosmos'] as const

test.each([
  [[], {}],
  [['--port', '5000'], { port: 5000 }],
  [['--port=5000', '--fresh'], { port: 5000, fresh: true }],
  [['--data', 'some/where', '--automine', '--dev'], { data: 'some/where', automine: true, hot: true }],
  [['--data=--odd'], { data: '--odd' }],
  [['--host', '0.0.0.0'], { host: '0.0.0.0' }],
  [['--no-playground'], { parts: ['services', 'frame', 'inbox', 'providers', 'faucet', 'ramp', 'bundler'] }],
  [
    ['--no-playground', '--no-bundler'],
    { parts: ['services', 'frame', 'inbox', 'providers', 'faucet', 'ramp'] },
  ],
  [['--help'], { help: true }],
  [['--chains', 'bitcoin'], { chains: ['bitcoin'] }],
  // In the order of their ports, each once.
  [['--chains', 'sui, bitcoin,sui'], { chains: ['bitcoin', 'sui'] }],
  [['--chains=all'], { chains: ['bitcoin', 'sui', 'cosmos'] }],
  [['--port', '5000', '--port', '5001'], { port: 5001 }],
])('%j is understood', (args, expected) => {
  expect(parseCommand(args, known)).toEqual({ ...defaults, ...expected })
})

test.each([
  [['--prot', '1'], 'Unknown option --prot; --help lists them all.'],
  [['-p', '1'], 'Unknown option -p; --help lists them all.'],
  [['--__proto__'], 'Unknown option --__proto__; --help lists them all.'],
  [['start'], 'Unexpected argument start; --help lists what there is.'],
  [['--port'], '--port needs a value.'],
  [['--port='], '--port needs a value.'],
  [['--data', '--fresh'], '--data needs a value.'],
  [['--fresh=yes'], '--fresh takes no value.'],
  [['--port', '0'], '--port must be a number from 1 to 65517, not 0.'],
  [['--port', '65518'], '--port must be a number from 1 to 65517, not 65518.'],
  [['--port', '4e3'], '--port must be a number from 1 to 65517, not 4e3.'],
  [['--chains'], '--chains needs a value.'],
  [['--chains', 'bitcon'], '--chains does not know "bitcon"; it takes bitcoin, sui, cosmos, all.'],
  [['--chains', 'bitcoin,'], '--chains does not know ""; it takes bitcoin, sui, cosmos, all.'],
  [['--chains', 'all,sui'], '--chains does not know "all"; it takes bitcoin, sui, cosmos, all.'],
  [['--chains', '__proto__'], '--chains does not know "__proto__"; it takes bitcoin, sui, cosmos, all.'],
  [['--host', 'evil.example'], '--host must be an IPv4 address, not evil.example.'],
])('%j is refused in one line', (args, line) => {
  expect(parseCommand(args, known)).toBe(line)
})

test('any arguments give a command or one sentence', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.string(), fc.constantFrom('--port', '--data', '--chains', '--', '-', '--fresh'))),
      args => {
        const command = parseCommand(args)
        if (typeof command === 'string') expect(command).toMatch(/\.$/)
        else expect(command.port).toBeGreaterThan(0)
      },
    ),
  )
})

test('help names every option', () => {
  for (const option of [
    'port',
    'data',
    'chains',
    'fresh',
    'no-playground',
    'no-bundler',
    'dev',
    'automine',
    'host',
    'help',
  ]) {
    expect(helpText).toContain(`--${option} `)
  }
})
