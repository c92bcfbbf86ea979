const GREEK = "α a β v γ g δ d ε e ζ z η i θ th ι i κ k λ l μ m ν n ξ x ο o π p ρ r σ s ς s τ t υ y φ f χ ch ψ ps ω o";
const GREEK_WITH_MARKS = "ά a έ e ή i ί i ό o ύ y ώ o ϊ i ϋ y ΐ i ΰ y";
const RUSSIAN =
  "а a б b в v г g д d е e ё e ж zh з z и i й y к k л l м m н n о o п p р r с s т t у u ф f х kh ц ts ч ch ш sh щ shch ъ - ы y ь - э e ю yu я ya";
const OTHER_CYRILLIC = "і i ї yi є ye ґ g ў u ј j љ lj њ nj ћ c ђ dj џ dz ѓ g ќ k ѕ dz";

/** Latin spellings of the lower-case Greek and Cyrillic letters; signs without a sound are left out. */
export const LETTERS_IN_LATIN: Record<string, string> = Object.fromEntries(
  [GREEK, GREEK_WITH_MARKS, RUSSIAN, OTHER_CYRILLIC].flatMap((table) => pairsOf(table.split(" "))),
);

function pairsOf(cells: string[]): [string, string][] {
  return cells.flatMap((letter, index): [string, string][] =>
    index % 2 === 0 ? [[letter, (cells[index + 1] ?? "").replace("-", "")]] : [],
  );
}
