// The pages' elements have the kinds that their templates give them, which a type checker cannot know.
interface Document {
    // deno-lint-ignore no-explicit-any
    getElementById(id: string): any;
}
interface ParentNode {
    // deno-lint-ignore no-explicit-any
    querySelector(selectors: string): any;
    // deno-lint-ignore no-explicit-any
    querySelectorAll(selectors: string): NodeListOf<any>;
}
