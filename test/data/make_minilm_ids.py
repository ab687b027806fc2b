# SPDX-License-Identifier: Apache-2.0
"""Writes minilm_ids.json beside this file: 24 sentences as token ids of minilm_l6_int8w, in three padded batches.

The tokenizer is WordPiece by its published rule (lower case, accents stripped, punctuation apart, greedy longest match), with
the vocabulary of the package that the model comes from. Run it again only to change the sentences: the tests read the JSON.
"""

import json
import pathlib
import sys
import unicodedata

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tools" / "py"))
import models  # noqa: E402

MAX_IDS = 128
BATCH = 8

# Twelve subjects, two sentences each, of quite different lengths: the nearest other sentence is the other of its subject.
SENTENCES = [
    "Good morning",
    "Thank you",
    "Good morning, everyone, and welcome",
    "Thank you very much, thank you",
    "The cat sleeps on the sofa",
    "How do I reset my password?",
    "It will rain tomorrow afternoon",
    "Two eggs, flour and butter",
    "A kitten is curled up on the couch, warm and fast asleep, while its mother watches from the window",
    "I forgot my login details; where can I find the page that lets me choose a new password?",
    "The forecast says that heavy showers will reach the coast after noon tomorrow, so take an umbrella with you",
    "Beat the eggs with the sugar, fold in the flour, add the melted butter and bake the cake for forty minutes",
    "The central bank raised interest rates by a quarter of a point, saying that inflation was still too high",
    "The striker scored twice in the last ten minutes and the home team won the match by three goals to two",
    "Doctors recommend a vaccine against influenza every autumn, above all for older patients and for nurses",
    "The telescope recorded light from a galaxy that formed less than a billion years after the Big Bang",
    "Borrowing has become more expensive for households and firms alike. After its meeting on Thursday the monetary policy"
    " committee lifted its main lending rate once more, the ninth increase in a row. The governor said that prices were"
    " rising faster than wages and that the committee would not hesitate to act again if inflation failed to fall towards"
    " its target of two per cent. Economists had expected the decision, and the currency hardly moved against the dollar,"
    " but shares of mortgage lenders fell.",
    "Nobody in the stadium had left their seat when the equaliser went in. With eleven minutes to play the visitors were a"
    " goal ahead and defending in numbers; then the captain headed a corner past the goalkeeper, and three minutes later the"
    " same forward ran on to a long pass, rounded the last defender and put the ball into an empty net. The manager called it"
    " the best evening of the season, and the supporters sang until the floodlights were switched off.",
    "Flu spreads every winter, and the virus changes a little each year, so last year's protection does not last. The injection"
    " is offered free of charge to people over sixty-five, to pregnant women, to those with asthma or diabetes and to the"
    " staff of hospitals and care homes. Side effects are mild: a sore arm, perhaps a slight fever for a day.",
    "Astronomers believe that they have seen one of the first galaxies. Its light has travelled for more than thirteen billion"
    " years and has been stretched so far into the infrared that only an instrument in space, cooled to a few degrees above"
    " absolute zero, can detect it. The spectrum shows hydrogen and oxygen but hardly any heavier elements, as one would"
    " expect of young stars that were born when the universe itself was young.",
    "To compile the program you need a recent C++ compiler, CMake and Ninja. Configure a build folder with one of the presets,"
    " then start the build; the first one takes a few minutes because every dependency is compiled from source. When a test"
    " fails, run it again under the debugger with the same seed, and look at the first message rather than the last.",
    "The compiler stopped with an error in a template. Set up CMake again in an empty build directory, make sure that the"
    " compiler supports the language standard of the project, rebuild the library from its sources and run the unit tests"
    " under a debugger before you report a bug to its developers.",
    "The night train leaves the main station at ten minutes past nine and reaches the border shortly before dawn. Passengers"
    " for the mountain line change there; the connecting train waits on the opposite platform for up to a quarter of an hour."
    " Tickets must be bought before boarding, and bicycles need a reservation of their own from May to September. The dining"
    " car is open until midnight and again from six in the morning, and the conductor wakes those who ask for it in time."
    " On Sundays and public holidays the train starts one hour later, stops at every station in the valley, and arrives at"
    " the terminus in the early afternoon, in time for the last ferry to the islands.",
    "Railway passengers should note that from Sunday the evening express will depart from platform four. Because of repairs to"
    " the track between the two stations, a bus replaces the train on the last part of the journey, and tickets remain valid.",
]


def words(text: str) -> list[str]:
    """Lower case without accents, cut at spaces, every punctuation mark a word of its own."""
    plain = "".join(c for c in unicodedata.normalize("NFD", text.lower()) if unicodedata.category(c) != "Mn")
    return "".join(f" {c} " if unicodedata.category(c).startswith("P") or c in "$+<=>^`|~" else c for c in plain).split()


def pieces(word: str, vocabulary: dict[str, int]) -> list[int]:
    """Greedy longest match from the left; a word that cannot be covered is one unknown token."""
    ids, start = [], 0
    while start < len(word):
        prefix = "##" if start else ""
        end = next((e for e in range(len(word), start, -1) if prefix + word[start:e] in vocabulary), start)
        if end == start:
            return [vocabulary["[UNK]"]]
        ids.append(vocabulary[prefix + word[start:end]])
        start = end
    return ids


def main() -> None:
    tokenizer = json.loads(models.path("minilm_tokenizer").read_text(encoding="utf-8"))
    vocabulary = tokenizer["model"]["vocab"]
    encoded = []
    for text in SENTENCES:
        inner = [i for word in words(text) for i in pieces(word, vocabulary)][: MAX_IDS - 2]
        encoded.append((text, [vocabulary["[CLS]"], *inner, vocabulary["[SEP]"]]))
    batches = []
    for first in range(0, len(encoded), BATCH):
        part = encoded[first : first + BATCH]
        width = max(len(ids) for _, ids in part)
        batches.append(
            {
                "text": [text for text, _ in part],
                "input_ids": [ids + [vocabulary["[PAD]"]] * (width - len(ids)) for _, ids in part],
                "attention_mask": [[1] * len(ids) + [0] * (width - len(ids)) for _, ids in part],
            }
        )
    (HERE / "minilm_ids.json").write_text(_layout(batches), encoding="utf-8")


def _layout(batches: list[dict]) -> str:
    """One sequence a line: json's own indentation would give every id a line."""
    blocks = []
    for batch in batches:
        rows = [f'    "{key}": [\n      ' + ",\n      ".join(map(json.dumps, batch[key])) + "\n    ]" for key in batch]
        blocks.append("  {\n" + ",\n".join(rows) + "\n  }")
    return '{"made_by": "make_minilm_ids.py", "model": "minilm_l6_int8w", "batches": [\n' + ",\n".join(blocks) + "\n]}\n"


if __name__ == "__main__":
    main()
