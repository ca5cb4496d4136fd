//! The pages and passages of an index folder (docs/reference/index-format.md), searched with tantivy.
use std::collections::HashMap;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use tantivy::collector::TopDocs;
use tantivy::query::{BooleanQuery, BoostQuery, Query, TermQuery};
use tantivy::schema::{FAST, Field, IndexRecordOption, Schema, TextFieldIndexing, TextOptions};
use tantivy::tokenizer::{
    Language, LowerCaser, RemoveLongFilter, SimpleTokenizer, Stemmer, StopWordFilter, TextAnalyzer,
};
use tantivy::{Index, IndexReader, TantivyDocument, Term};

use crate::Failure;

const MOST_CANDIDATES: usize = 200; // chunks that are grouped to pages, as sitedoor's candidates are
const MOST_PASSAGES: usize = 2; // of one page: answers of about the size of sitedoor's
const WRITER_BYTES: usize = 128 << 20;

#[derive(Deserialize)]
struct Manifest {
    generation: String,
}

#[derive(Deserialize)]
struct Page {
    id: String,
    url: String,
    title: String,
}

#[derive(Deserialize)]
struct Chunk {
    document_id: String,
    ordinal: u32,
    #[serde(default)]
    heading_path: Vec<String>,
    #[serde(default)]
    anchor: String,
    text: String,
}

/// The shape that sitedoor's tool returns.
#[derive(Clone, Serialize, JsonSchema)]
pub struct Answer {
    results: Vec<PageResult>,
}

#[derive(Clone, Serialize, JsonSchema)]
struct PageResult {
    id: String,
    title: String,
    url: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    heading_path: Vec<String>,
    text: String,
}

/// Texts are kept in memory: quicker than tantivy's compressed document store.
pub struct Corpus {
    pages: Vec<Page>,
    chunks: Vec<Chunk>,
    page_of_chunk: Vec<usize>,
    reader: IndexReader,
    analyzer: TextAnalyzer,
    weights: [(Field, f32); 3],
}

fn read_lines<T: DeserializeOwned>(path: &Path) -> Result<Vec<T>, Failure> {
    let mut values = Vec::new();
    for line in BufReader::new(File::open(path)?).lines() {
        values.push(serde_json::from_str(&line?)?);
    }
    Ok(values)
}

struct Fields {
    number: Field,
    title: Field,
    headings: Field,
    text: Field,
}

fn schema() -> (Schema, Fields) {
    let indexing = TextFieldIndexing::default()
        .set_tokenizer("english")
        .set_index_option(IndexRecordOption::WithFreqs);
    let text = TextOptions::default().set_indexing_options(indexing);
    let mut builder = Schema::builder();
    let fields = Fields {
        number: builder.add_u64_field("number", FAST),
        title: builder.add_text_field("title", text.clone()),
        headings: builder.add_text_field("headings", text.clone()),
        text: builder.add_text_field("text", text),
    };
    (builder.build(), fields)
}

fn english() -> Option<TextAnalyzer> {
    Some(
        TextAnalyzer::builder(SimpleTokenizer::default())
            .filter(RemoveLongFilter::limit(40))
            .filter(LowerCaser)
            .filter(StopWordFilter::new(Language::English)?)
            .filter(Stemmer::new(Language::English))
            .build(),
    )
}

impl Corpus {
    pub fn open(index_folder: &Path) -> Result<Corpus, Failure> {
        let manifest: Manifest =
            serde_json::from_reader(File::open(index_folder.join("manifest.json"))?)?;
        let generation = index_folder.join("generations").join(manifest.generation);
        let pages: Vec<Page> = read_lines(&generation.join("pages.jsonl"))?;
        let chunks: Vec<Chunk> = read_lines(&generation.join("chunks.jsonl"))?;
        let number_of: HashMap<&str, usize> = pages
            .iter()
            .enumerate()
            .map(|(number, page)| (page.id.as_str(), number))
            .collect();
        let page_of_chunk = chunks
            .iter()
            .map(|chunk| number_of.get(chunk.document_id.as_str()).copied())
            .collect::<Option<Vec<usize>>>()
            .ok_or("a chunk of no page")?;

        let (schema, fields) = schema();
        let index = Index::create_in_ram(schema);
        let analyzer = english().ok_or("no English stop words")?;
        index.tokenizers().register("english", analyzer.clone());
        let mut writer = index.writer(WRITER_BYTES)?;
        for (number, chunk) in chunks.iter().enumerate() {
            let mut document = TantivyDocument::default();
            document.add_u64(fields.number, number as u64);
            document.add_text(fields.title, &pages[page_of_chunk[number]].title);
            document.add_text(fields.headings, chunk.heading_path.join(" "));
            document.add_text(fields.text, &chunk.text);
            writer.add_document(document)?;
        }
        writer.commit()?;
        writer.wait_merging_threads()?;
        let weights = [
            (fields.title, 3.0),
            (fields.headings, 2.0),
            (fields.text, 1.0),
        ];
        Ok(Corpus {
            pages,
            chunks,
            page_of_chunk,
            reader: index.reader()?,
            analyzer,
            weights,
        })
    }

    /// tantivy's query parser would read "UnicodeDecodeError: ..." as a field's name.
    fn any_word_of(&self, text: &str) -> BooleanQuery {
        let mut clauses: Vec<Box<dyn Query>> = Vec::new();
        let mut analyzer = self.analyzer.clone();
        let mut tokens = analyzer.token_stream(text);
        while let Some(token) = tokens.next() {
            for (field, weight) in self.weights {
                let term = Term::from_field_text(field, &token.text);
                let query = TermQuery::new(term, IndexRecordOption::WithFreqs);
                clauses.push(Box::new(BoostQuery::new(Box::new(query), weight)));
            }
        }
        BooleanQuery::union(clauses)
    }

    pub fn search(&self, query: &str, limit: usize) -> Result<Answer, Failure> {
        let searcher = self.reader.searcher();
        let query = self.any_word_of(query);
        let found = searcher.search(
            &query,
            &TopDocs::with_limit(MOST_CANDIDATES).order_by_score(),
        )?;
        let mut by_page: Vec<(usize, Vec<usize>)> = Vec::new();
        for (_, address) in found {
            let numbers = searcher
                .segment_reader(address.segment_ord)
                .fast_fields()
                .u64("number")?;
            let Some(number) = numbers.first(address.doc_id) else {
                continue;
            };
            let page = self.page_of_chunk[number as usize];
            match by_page.iter().position(|(other, _)| *other == page) {
                Some(place) if by_page[place].1.len() < MOST_PASSAGES => {
                    by_page[place].1.push(number as usize);
                }
                None if by_page.len() < limit => by_page.push((page, vec![number as usize])),
                _ => {}
            }
        }
        let results = by_page
            .iter()
            .map(|(page, own)| self.result(*page, own))
            .collect();
        Ok(Answer { results })
    }

    fn result(&self, page: usize, own: &[usize]) -> PageResult {
        let page = &self.pages[page];
        let best = &self.chunks[own[0]];
        let mut passages: Vec<&Chunk> = own.iter().map(|number| &self.chunks[*number]).collect();
        passages.sort_by_key(|chunk| chunk.ordinal);
        let texts: Vec<&str> = passages.iter().map(|chunk| chunk.text.as_str()).collect();
        PageResult {
            id: page.id.clone(),
            title: page.title.clone(),
            url: if best.anchor.is_empty() {
                page.url.clone()
            } else {
                format!("{}#{}", page.url, best.anchor)
            },
            heading_path: best.heading_path.clone(),
            text: texts.join("\n\n"),
        }
    }
}
