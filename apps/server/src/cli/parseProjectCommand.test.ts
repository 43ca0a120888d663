import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CommandError } from './commandError.ts'
import { parseProjectCommand, projectHelp } from './parseProjectCommand.ts'

describe('parseProjectCommand', () => {
  it.each([
    ['list', { verb: 'list' }],
    ['show shop', { verb: 'show', id: 'shop' }],
    [
      'create',
      { verb: 'create', id: undefined, name: undefined, origins: [], features: [], analytics: false },
    ],
    [
      'create shop --name Shop --origin https://a.example --origin https://b.example --feature swap=on --analytics',
      {
        verb: 'create',
        id: 'shop',
        name: 'Shop',
        origins: ['https://a.example', 'https://b.example'],
        features: [{ id: 'swap', isEnabled: true, config: null }],
        analytics: true,
      },
    ],
    [
      'origins shop add https://a.example',
      { verb: 'origins', id: 'shop', change: 'add', origins: ['https://a.example'] },
    ],
    ['origins shop set', { verb: 'origins', id: 'shop', change: 'set', origins: [] }],
    [
      'features shop swap=off social_login=google,x',
      {
        verb: 'features',
        id: 'shop',
        features: [
          { id: 'swap', isEnabled: false, config: null },
          { id: 'social_login', isEnabled: true, config: ['google', 'x'] },
        ],
      },
    ],
    [
      'addresses shop 0xa0ee7a142d267c1f36714e4a8f75612f20a79720',
      { verb: 'addresses', id: 'shop', addresses: ['0xa0Ee7A142d267C1f36714E4a8F75612F20a79720'] },
    ],
    ['addresses shop none', { verb: 'addresses', id: 'shop', addresses: [] }],
    ['analytics shop on', { verb: 'analytics', id: 'shop', on: true }],
  ])('%s', (text, command) => {
    const words = text.split(' ')
    expect(parseProjectCommand(words)).toEqual({ json: false, help: false, command })
    expect(parseProjectCommand([...words, '--json'])).toEqual({ json: true, help: false, command })
  })

  it.each([[''], ['help'], ['--help'], ['create shop --help']])('helps: %j', text =>
    expect(parseProjectCommand(text.split(' ').filter(Boolean)).help).toBe(true),
  )

  it.each([
    ['drop shop', 'There is no command "drop"; --help lists them'],
    ['list shop', '"shop" is one word too many'],
    ['show', 'A project id is 1 to 64 letters, digits, - or _'],
    ['show a/b', 'A project id is 1 to 64 letters, digits, - or _'],
    ['create latchkey-dev', 'latchkey-dev exists with LATCHKEY_DEV=1'],
    [
      'create a --origin https://a.example/',
      '"https://a.example/" is no origin as a browser writes it; did you mean https://a.example?',
    ],
    ['create a --origin *', '"*" is no origin as a browser writes it, such as https://shop.example'],
    ['create a --feature swap', 'swap wants =on, =off or =one,two'],
    ['create a --feature fly=on', '"fly" is none of the flags:'],
    ['origins shop', 'origins <id> wants add, remove or set'],
    ['origins shop add', 'Which origins are to be added?'],
    ['origins shop remove', 'Which origins are to be removed?'],
    ['features shop', 'Which flags? For example swap=on'],
    ['features shop __proto__=on', '"__proto__" is none of the flags:'],
    ['addresses shop', 'Which addresses? Or none'],
    ['addresses shop 0x1', '"0x1" is no EVM address, or a character of it is wrong'],
    // One letter in the other case.
    [
      'addresses shop 0xA0Ee7A142d267C1f36714E4a8F75612F20a79720',
      'is no EVM address, or a character of it is wrong',
    ],
    [
      `addresses shop${' 0xa0Ee7A142d267C1f36714E4a8F75612F20a79720'.repeat(21)}`,
      'A project has at most 20 addresses',
    ],
    ['analytics shop maybe', 'analytics <id> wants on or off'],
    ['list --analytics', '--analytics goes with create alone'],
    ['list --no', "Unknown option '--no'"],
  ])('%s: %s', (text, message) => {
    expect(() => parseProjectCommand(text.split(' '))).toThrow(message)
  })

  it('throws nothing but its own error, whatever is typed', () => {
    const word = fc.oneof(
      fc.constantFrom('create', 'origins', 'features', '--json', '--origin', 'add', 'shop', 'swap=on'),
      fc.string(),
    )
    fc.assert(
      fc.property(fc.array(word, { maxLength: 6 }), words => {
        try {
          parseProjectCommand(words)
        } catch (error) {
          expect(error).toBeInstanceOf(CommandError)
        }
      }),
    )
  })

  it('names every command in its help', () => {
    for (const verb of ['list', 'show', 'create', 'origins', 'features', 'analytics'])
      expect(projectHelp).toMatch(new RegExp(`^ {2}${verb}\\b`, 'm'))
  })
})
