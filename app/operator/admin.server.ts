import { parseArgs } from 'node:util'
import { ADMIN_COMMANDS, type AdminCommand } from './admin-commands.server'
import { type Operation, OperatorError } from './operation.server'

/** An invalid call of `npm run admin`; the exit code is 2. */
class UsageError extends OperatorError {
  readonly exitCode = 2
}

const OVERVIEW = 'npm run admin -- --help'

/**
 * What `npm run admin -- …` asks for: a text to print, or an act on the database. Parsed before the database is opened.
 * @throws UsageError for an unknown command or option
 */
export function parseAdmin(args: string[]): { help: string } | { run(operation: Operation): Promise<void> } {
  const wantsHelp = args.some((arg) => arg === '--help' || arg === '-h')
  const found = ADMIN_COMMANDS.find(({ name }) => isCalled(name, args))
  if (!found) {
    const words = args.filter((arg) => !arg.startsWith('-'))
    const group = ADMIN_COMMANDS.filter(({ name }) => words.length > 0 && name.split(' ')[0] === words[0])
    if (words.length === 0 || (wantsHelp && group.length > 0))
      return { help: overview(words.length === 0 ? ADMIN_COMMANDS : group) }
    throw new UsageError(`unknown command "${words.join(' ')}": see ${OVERVIEW}`)
  }
  if (wantsHelp) return { help: helpOf(found) }
  const { values, positionals } = parse(found, args.slice(found.name.split(' ').length))
  const wanted = found.positionals ?? []
  if (positionals.length > wanted.length)
    throw new UsageError(`unknown word "${positionals[wanted.length]}": usage: ${usageOf(found)}`)
  if (positionals.length !== wanted.length) throw new UsageError(`usage: ${usageOf(found)}`)
  const { run } = found
  return typeof run === 'string'
    ? { help: run }
    : { run: (operation) => run({ operation, values, positionals }) }
}

const isCalled = (name: string, args: string[]) => name.split(' ').every((word, i) => args[i] === word)

function parse({ name, options = {} }: AdminCommand, args: string[]) {
  const types = Object.fromEntries(
    Object.entries(options).map(([option, { value }]) => [
      option,
      { type: value ? ('string' as const) : ('boolean' as const) },
    ]),
  )
  try {
    return parseArgs({ args, options: types, allowPositionals: true, strict: true })
  } catch (error) {
    throw new UsageError(`${(error as Error).message.split('. ')[0]}: see npm run admin -- ${name} --help`)
  }
}

const usageOf = ({ name, positionals = [], options = {} }: AdminCommand) =>
  [
    `npm run admin -- ${name}`,
    ...positionals,
    ...Object.entries(options).map(([option, { value, required }]) => {
      const text = value ? `--${option} ${value}` : `--${option}`
      return required ? text : `[${text}]`
    }),
  ].join(' ')

function helpOf(command: AdminCommand): string {
  const options = Object.entries(command.options ?? {}).map(
    ([option, { value, about }]) => `  ${`--${option}${value ? ` ${value}` : ''}`.padEnd(20)} ${about}`,
  )
  return [usageOf(command), '', command.about, ...(options.length > 0 ? ['', ...options] : [])].join('\n')
}

const overview = (commands: AdminCommand[]) =>
  [
    'Usage: npm run admin -- COMMAND',
    '',
    ...commands.map(({ name, about }) => `  ${name.padEnd(22)} ${about.split('. ')[0]!.replace(/\.$/, '')}`),
    '',
    'COMMAND --help explains one command. The exit code is 0, 1 if the command failed, or 2 if the call was invalid.',
  ].join('\n')
