import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import ts from 'typescript'
import { ROOT } from '../../support/imports'

/** An example as it stands in the reference, and the settings that it reads. */
export interface Example {
  /** The id of its call. */
  name: string
  source: string
  env: Record<string, string>
}

/** How a batch of examples ended: what each printed, and why some failed. */
export interface BatchResult {
  printed: Record<string, string>
  failed: Record<string, string>
}

interface Language {
  extension: string
  /** A line that sets an environment variable. */
  set(name: string, value: string): string
  runner: { file: string; text: string; command: string; args: string[] }
}

/** Each runs every file in order, in one process, and prints a JSON line for each: its name, what it printed, its error. */
export const LANGUAGES: Record<string, Language> = {
  curl: {
    extension: 'sh',
    set: (name, value) => `export ${name}='${value}'`,
    runner: {
      file: 'run',
      command: 'bash',
      args: ['run'],
      text: `
        curl() { command curl --silent --show-error --fail-with-body "$@"; }
        for file in *.sh; do
          if ( . "./$file" ) > "$file.out" 2> "$file.err"; then echo "$file" >> ended; else echo "$file" >> failed; fi
        done
        python3 -c '
import glob, json, os
failed = open("failed").read().split() if os.path.exists("failed") else []
for file in sorted(glob.glob("*.sh")):
    out, err = open(file + ".out").read(), open(file + ".err").read()
    print(json.dumps({"name": file, "printed": out, "error": out + err if file in failed else None}))
'`,
    },
  },
  typescript: {
    extension: 'mts',
    set: (name, value) => `process.env.${name} = '${value}'`,
    runner: {
      file: 'run.mjs',
      command: process.execPath,
      args: [
        '--import',
        pathToFileURL(path.join(ROOT, 'node_modules/tsx/dist/esm/index.mjs')).href,
        'run.mjs',
      ],
      text: `
        import { readdirSync } from 'node:fs'
        import { format } from 'node:util'
        for (const name of readdirSync('.').filter((file) => file.endsWith('.mts')).sort()) {
          let printed = ''
          let error = null
          console.log = (...values) => { printed += format(...values) }
          await import('./' + name).catch((thrown) => { error = String(thrown) })
          process.stdout.write(JSON.stringify({ name, printed, error }) + '\\n')
        }`,
    },
  },
  python: {
    extension: 'py',
    set: (name, value) => `import os; os.environ["${name}"] = "${value}"`,
    runner: {
      file: 'run',
      command: 'python3',
      args: ['run'],
      text: [
        'import contextlib, glob, io, json',
        'for name in sorted(glob.glob("*.py")):',
        '    error, printed = None, io.StringIO()',
        '    try:',
        '        with contextlib.redirect_stdout(printed):',
        '            exec(compile(open(name).read(), name, "exec"), {})',
        '    except Exception as thrown:',
        '        error = repr(thrown) + (thrown.read().decode() if hasattr(thrown, "read") else "")',
        '    print(json.dumps({"name": name, "printed": printed.getvalue(), "error": error}))',
      ].join('\n'),
    },
  },
}

/**
 * Runs examples in order, in one process, in a folder of their own with these files.
 * @param check looks at the folder before
 */
export async function runBatch(
  language: Language,
  examples: Example[],
  files: Record<string, string> = {},
  check: (folder: string, names: string[]) => void = () => {},
): Promise<BatchResult> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'coldframe-examples-'))
  try {
    const named = new Map<string, string>()
    for (const [index, { name, source, env }] of examples.entries()) {
      const file = `${String(index).padStart(3, '0')}.${language.extension}`
      named.set(file, name)
      const settings = Object.entries(env).map(([key, value]) => language.set(key, value))
      writeFileSync(path.join(folder, file), [...settings, source, ''].join('\n'))
    }
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text)
    check(folder, [...named.keys()])
    writeFileSync(path.join(folder, language.runner.file), language.runner.text)
    const lines = await outputOf(language.runner.command, language.runner.args, folder)
    const results = lines.map(
      (line) => JSON.parse(line) as { name: string; printed: string; error: string | null },
    )
    const nameOf = (file: string) => named.get(file) ?? file
    if (results.length !== examples.length) throw new Error(`only ${results.length} examples ran`)
    return {
      printed: Object.fromEntries(results.map(({ name, printed }) => [nameOf(name), printed])),
      failed: Object.fromEntries(
        results.flatMap(({ name, error }) => (error === null ? [] : [[nameOf(name), error]])),
      ),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The lines that a program prints. @throws Error with what it wrote if it fails */
function outputOf(command: string, args: string[], cwd: string): Promise<string[]> {
  const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  let errors = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) =>
      code === 0 ? resolve(printed.trim().split('\n')) : reject(new Error(`${command}: ${code}\n${errors}`)),
    )
  })
}

/** What the compiler says about files of a folder, with strict settings and the types of Node. */
export function typeErrors(folder: string, names: string[]): string[] {
  const program = ts.createProgram(
    names.map((name) => path.join(folder, name)),
    {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      allowImportingTsExtensions: true,
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      moduleDetection: ts.ModuleDetectionKind.Force,
      lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
      types: ['node'],
      typeRoots: [path.join(ROOT, 'node_modules/@types')],
    },
  )
  return ts
    .getPreEmitDiagnostics(program)
    .map(
      ({ file, messageText }) =>
        `${file?.fileName ?? ''} ${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
    )
}
