//! tantivy as a peer of a keyword search in process: benchmarks/peers/run builds and asks it.
//! The chunks of an index folder, each with its page's title and its headings; the stock English
//! analyzer and query parser. A question is any of its words; the answer is the ten best chunks, or
//! these with a snippet each, made of the chunk's text as the index stored it.
//!
//!     peer-tantivy INDEX_FOLDER QUESTIONS
//!
//! Prints "ready". For each line on stdin it then asks each question with snippets and then without,
//! and prints the CPU times, in microseconds, and how many had an answer.
use std::collections::HashMap;
use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;

use cpu_time::ThreadTime;
use serde::{Deserialize, de::DeserializeOwned};
use tantivy::collector::TopDocs;
use tantivy::query::QueryParser;
use tantivy::schema::{Field, IndexRecordOption, Schema, TextFieldIndexing, TextOptions, Value};
use tantivy::snippet::SnippetGenerator;
use tantivy::{Index, Searcher, TantivyDocument};

type Failure = Box<dyn std::error::Error + Send + Sync>;

const MOST_HITS: usize = 10;
const SNIPPET_CHARACTERS: usize = 240; // as sitedoor has it
const WRITER_BYTES: usize = 256 << 20;

#[derive(Deserialize)]
struct Manifest {
    generation: String,
}

#[derive(Deserialize)]
struct Page {
    id: String,
    title: String,
}

#[derive(Deserialize)]
struct Chunk {
    document_id: String,
    #[serde(default)]
    heading_path: Vec<String>,
    text: String,
}

fn read_lines<T: DeserializeOwned>(path: &Path) -> Result<Vec<T>, Failure> {
    let mut values = Vec::new();
    for line in BufReader::new(File::open(path)?).lines() {
        values.push(serde_json::from_str(&line?)?);
    }
    Ok(values)
}

/// Answers one question.
struct Asker {
    searcher: Searcher,
    parser: QueryParser,
    text: Field,
}

enum Snippets {
    No,
    Yes,
}

impl Asker {
    /// How many hits there are; with snippets, how many of them have one.
    fn ask(&self, question: &str, snippets: Snippets) -> Result<usize, Failure> {
        // Its signs would be syntax: a word before a colon a field, one after a slash a pattern.
        let words = question.replace(|c: char| !c.is_alphanumeric(), " ");
        let (query, _) = self.parser.parse_query_lenient(&words);
        let best = TopDocs::with_limit(MOST_HITS).order_by_score();
        let hits = self.searcher.search(&query, &best)?;
        if let Snippets::No = snippets {
            return Ok(hits.len());
        }
        let mut generator = SnippetGenerator::create(&self.searcher, &*query, self.text)?;
        generator.set_max_num_chars(SNIPPET_CHARACTERS);
        let mut made = 0;
        for (_, address) in hits {
            let document: TantivyDocument = self.searcher.doc(address)?;
            let text = document
                .get_first(self.text)
                .and_then(|value| value.as_str());
            // A chunk whose title or headings alone match has none.
            made += usize::from(!generator.snippet(text.unwrap_or("")).to_html().is_empty());
        }
        Ok(made)
    }
}

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, questions] = arguments.as_slice() else {
        return Err("usage: peer-tantivy INDEX_FOLDER QUESTIONS".into());
    };
    let folder = Path::new(folder);
    let manifest: Manifest = serde_json::from_reader(File::open(folder.join("manifest.json"))?)?;
    let generation = folder.join("generations").join(manifest.generation);
    let titles: HashMap<String, String> = read_lines::<Page>(&generation.join("pages.jsonl"))?
        .into_iter()
        .map(|page| (page.id, page.title))
        .collect();

    let indexing = TextFieldIndexing::default()
        .set_tokenizer("en_stem")
        .set_index_option(IndexRecordOption::WithFreqs);
    let text_options = TextOptions::default().set_indexing_options(indexing);
    let mut builder = Schema::builder();
    let title = builder.add_text_field("title", text_options.clone());
    let headings = builder.add_text_field("headings", text_options.clone());
    let text = builder.add_text_field("text", text_options.set_stored());
    let index = Index::create_in_ram(builder.build());
    // One thread, and so one segment: what is quickest to search.
    let mut writer = index.writer_with_num_threads(1, WRITER_BYTES)?;
    for chunk in read_lines::<Chunk>(&generation.join("chunks.jsonl"))? {
        let mut document = TantivyDocument::default();
        document.add_text(
            title,
            titles.get(&chunk.document_id).map_or("", |title| title),
        );
        document.add_text(headings, chunk.heading_path.join(" "));
        document.add_text(text, &chunk.text);
        writer.add_document(document)?;
    }
    writer.commit()?;
    let segments = index.searchable_segment_ids()?;
    if segments.len() > 1 {
        writer.merge(&segments).wait()?;
    }
    writer.wait_merging_threads()?;
    let asker = Asker {
        searcher: index.reader()?.searcher(),
        parser: QueryParser::for_index(&index, vec![title, headings, text]),
        text,
    };

    let questions = std::fs::read_to_string(questions)?;
    println!("ready");
    for line in std::io::stdin().lines() {
        line?;
        let (mut times, mut with_snippets) = (Vec::new(), Vec::new());
        let mut answered = 0;
        for question in questions.lines() {
            let time = |snippets, times: &mut Vec<f64>| -> Result<usize, Failure> {
                let start = ThreadTime::now();
                let hits = asker.ask(question, snippets)?;
                times.push(start.elapsed().as_nanos() as f64 / 1000.0);
                Ok(hits)
            };
            let snippets = time(Snippets::Yes, &mut with_snippets)?;
            let hits = time(Snippets::No, &mut times)?;
            answered += usize::from(hits > 0 && snippets > 0);
        }
        println!(
            "{}",
            serde_json::json!({"times": times, "with_snippets": with_snippets, "answered": answered})
        );
        std::io::stdout().flush()?;
    }
    Ok(())
}
