// What a reader would stumble over and the type checker lets pass. How it looks is Prettier's business.
import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

export default ts.config(
  { ignores: ['node_modules', 'src/generated', 'src/gallery/fixtures', 'src/protocol.ts'] },
  js.configs.recommended,
  ...ts.configs.recommended,
  ...svelte.configs.recommended,
  ...svelte.configs.prettier,
  { languageOptions: { globals: { ...globals.browser, ...globals.node } } },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'], svelteConfig } },
  },
  {
    rules: {
      'max-lines': ['error', 600],
      'no-undef': 'off', // the type checker knows it better
      'svelte/no-unused-svelte-ignore': 'off', // it takes the words of a reason after `--` for names of warnings
      'svelte/no-useless-mustaches': 'off', // a space that must not be lost is written {' '}
      'svelte/prefer-svelte-reactivity': 'off', // what is watched says $state; what is plain is meant so
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    },
  },
);
